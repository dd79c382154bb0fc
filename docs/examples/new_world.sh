# Write a world, and put it on the path; `pip install -e curling` does the same for good.
topple new world curling
export PYTHONPATH=$PWD/curling

# Find its solutions, look at one, and play it with an agent. `topple play curling` opens it in the browser.
topple certify curling
topple show curling/on_ice:0 --solution -o slide.html
topple eval curling-all --agent random

# Write an agent, and play with it.
topple new agent hill_climber
topple eval curling-all --agent hill_climber.py:HillClimber
