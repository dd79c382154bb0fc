# No model at hand? A stand-in gives every question the same answer.
python "$(dirname "$0")/stand_in.py" 8766 3600 &
trap "kill $!" EXIT
asked="deepphy-phyre --format wm --history text --limit 2 --price 2.50 10"
model="--model my-model --base-url http://127.0.0.1:8766/v1"

# What would it cost? Prices are dollars a million tokens, read and written.
topple vlm estimate $asked

# Two cents are not enough: the run stops there, and the exit code is 1.
topple eval $asked $model --spend 0.02 --out runs/first || echo stopped

# The same command with more to spend goes on where it stopped.
topple eval $asked $model --spend 1 --out runs/first

# Scores beside floor and ceiling, every question with its answer, and what was foretold rightly.
topple report runs/first --out report.html
topple vlm page runs/first --tasks 1 --out transcripts.html
topple vlm predictions runs/first
