# Install the example: a copy of its package on the path stands in for `pip install marbles`.
cp -r "$(dirname "$0")/../../tests/plugin" installed
export PYTHONPATH=$PWD/installed

# Find a solution of every task, and check all of them.
topple certify marbles
topple check marbles
python -c "from topple.testing import check_world; check_world('marbles')"

# Look at it: a list of its templates, a scene, a page that plays the solution.
topple list marbles
topple show marbles/on_wood:3 -o scene.png
topple show marbles/on_wood:3 --solution -o roll.html

# Play it: an agent, then a baseline that answers as a model would.
topple eval marbles-roll --agent random --out runs/random
topple eval marbles-roll --model topple/mock --out runs/mock
topple report runs/random runs/mock --out report.html
