"""Reward three answers to one training task."""

import json
from pathlib import Path

from topple.cli.main import main
from topple.vlm.reward import reward

options = ["--form", "free", "--view", "plain", "--limit", "1"]
main(["export", "phyre-b-within", "--train", "prompts", *options, "--out", "prompts"])

line = Path("prompts/train.jsonl").read_text().splitlines()[0]
row = json.loads(line)
answers = ["x: 0.27, y: 0.79, radius: 0.77", "x: 0.1, y: 0.9, radius: 0.1", "I am not sure."]
columns = {name: [row[name]] * 3 for name in ("protocol", "fold", "task", "asking")}
print(row["task"], reward([row["prompt"]] * 3, answers, **columns))
