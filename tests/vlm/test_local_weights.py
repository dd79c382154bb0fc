"""Weights on this machine are loaded and asked by Inspect's own provider."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from topple.runs.turns import read_turns

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "tiny_model.py"


@pytest.mark.slow
def test_a_model_made_on_the_spot_answers_questions(tmp_path: Path) -> None:
    weights, run = tmp_path / "tiny", tmp_path / "run"
    subprocess.run([sys.executable, EXAMPLE, weights], check=True, timeout=300)
    command = ["eval", "deepphy-rope", "--view", "text", "--limit", "1", "--max-tokens", "8"]
    command += ["--model", "hf/tiny", "--set", f"model_path={weights}", "--out", str(run)]
    subprocess.run([sys.executable, "-m", "topple.cli.main", *command], check=True, timeout=600)
    turns = list(read_turns(run))
    assert turns
    assert any(turn["answer"] for turn in turns)
    # It has one token per byte: a question in words has thousands.
    assert all(turn["spent"]["tokens_in"] > 500 for turn in turns)
    assert all(0 < turn["spent"]["tokens_out"] <= 8 for turn in turns)
    settings = json.loads((run / "run.json").read_text())["agent"]["settings"]
    assert settings["arguments"] == {"model_path": str(weights)}
