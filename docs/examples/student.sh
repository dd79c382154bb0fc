student="$(dirname "$0")/student"

# Write training tasks of two worlds, with answers that solve them. Without --limit, all of them.
topple export phyre-b-within --train conversations --form free --view plain --limit 8 --out lessons/phyre
topple export pool-puzzles --train conversations --limit 8 --out lessons/pool

# Train one policy for both. Leave out the second line, which makes it tiny, and give it a GPU.
python "$student/train.py" --data lessons/phyre --data lessons/pool --out student \
    --steps 10 --width 48 --layers 1 --side 32 --batch 16

# Serve it, and wait until it answers.
python "$student/serve.py" --weights student/student.pt --port 8768 &
trap "kill $!" EXIT
until curl --silent --output models.json http://127.0.0.1:8768/v1/models; do sleep 0.2; done

# Evaluate it like any other model.
model="--model openai/student --base-url http://127.0.0.1:8768/v1 --history text --yes"
topple eval phyre-b-within $model --form free --view plain --limit 1 --out runs/phyre
topple eval pool-puzzles $model --limit 1 --out runs/pool
topple report runs/phyre runs/pool --out report.html
