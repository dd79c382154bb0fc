# Without a model: a stand-in gives the same answer to every question.
python "$(dirname "$0")/stand_in.py" 8766 3600 &
trap "kill $!" EXIT
sleep 1; kill -0 $! || { echo "port 8766 is taken: choose another"; exit 1; }
asked="deepphy-phyre --format wm --history text --limit 2 --price 2.50 10"
model="--model my-model --base-url http://127.0.0.1:8766/v1"

# Estimate the cost. Prices are US dollars per million tokens: input, output.
topple eval $asked --estimate

# Two cents are not enough: the run stops, and the exit code is 1.
topple eval $asked $model --spend 0.02 --out runs/first || echo stopped

# The same command with a higher limit resumes the run.
topple eval $asked $model --spend 1 --out runs/first

# Write the scores, every question with its answer, and count the correct predictions.
topple report runs/first --out report.html --transcripts transcripts.html --limit 1
