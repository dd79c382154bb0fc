student="$(dirname "$0")/student"

# Write training tasks with answers that solve them. Without --limit all of them; --answers 16 gives more.
topple export phyre-b-within --train conversations --form free --view plain --limit 8 --out lessons

# Train. The second line makes the policy tiny: leave it out and use a GPU. Give --data again for more worlds.
python "$student/train.py" --data lessons --out student \
    --steps 10 --width 48 --layers 1 --side 32 --batch 16

# Serve it, and wait until it answers.
python "$student/serve.py" --weights student/student.pt --port 8768 &
trap "kill $!" EXIT
until curl --silent --output models.json http://127.0.0.1:8768/v1/models; do sleep 0.2; done
sleep 1; kill -0 $! || { echo "port 8768 is taken: choose another"; exit 1; }

# Evaluate it like any other model.
topple eval phyre-b-within --model openai/student --base-url http://127.0.0.1:8768/v1 \
    --form free --view plain --history text --limit 1 --keep-asking --out runs/student
