"""Register entry, `eval.yaml` and dataset card are what their readers ask for."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

import jsonschema
import yaml
from inspect_ai._eval.task.hf import HFTask, _record_to_sample_hf
from inspect_ai.model import ContentImage, ContentText

from tools.register import __main__ as command
from tools.register import dataset
from tools.register.entry import entry, task_names
from topple.vlm import tasks
from topple.vlm.registry import TASKS

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((Path(__file__).parent / "register_schema.json").read_text())
URL = "https://github.com/someone/topple"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["register", *words])
    assert command.main() == 0


def test_the_entry_fits_the_schema_and_names_tasks_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--repository", URL, "--contributor", "someone", "--out", str(tmp_path))
    run(monkeypatch, "entry", "--commit", "0123456789" * 4, *options)
    found = yaml.safe_load((tmp_path / "eval.yaml").read_text())
    jsonschema.validate(found, SCHEMA)
    for task in found["tasks"]:
        assert task["name"] in task_names(ROOT / task["task_path"])
        assert task["name"].replace("_", "-") in TASKS


def test_a_branch_or_a_short_commit_does_not_fit() -> None:
    for commit in ("main", "0123456"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(entry(URL, commit, ["someone"]), SCHEMA)


def test_a_task_of_the_file_is_the_one_of_the_entry_point() -> None:
    by_file, by_name = tasks.pool_prediction(), TASKS["pool-prediction"]()
    assert [s.id for s in by_file.dataset] == [s.id for s in by_name.dataset]
    assert importlib.import_module("topple.vlm.tasks").__file__ == str(
        ROOT / "src" / "topple" / "vlm" / "tasks.py"
    )


def test_inspect_reads_the_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch, "dataset", "--limit", "4", "--out", str(tmp_path))
    (task,) = yaml.safe_load((tmp_path / "eval.yaml").read_text())["tasks"]
    read = HFTask.model_validate(task)
    rows = [json.loads(line) for line in (tmp_path / "test.jsonl").open()]
    assert len(rows) == 4
    for row in rows:
        sample = _record_to_sample_hf(row, read.field_spec)
        assert str(sample.target) in "ABCDEF"
        assert not isinstance(sample.input, str)
        text, image = list(sample.input[0].content)
        assert isinstance(text, ContentText)
        assert isinstance(image, ContentImage)
        assert "Answer: X" in text.text
        assert image.image.startswith("data:image/png;base64,")


def test_the_card_names_the_file_of_the_split(tmp_path: Path) -> None:
    assert dataset.write(tmp_path, limit=2) == 2
    _, facts, text = (tmp_path / "README.md").read_text().split("---\n", 2)
    card = yaml.safe_load(facts)
    (data,) = card["configs"][0]["data_files"]
    assert (tmp_path / data["path"]).exists()
    assert data["split"] == dataset.evaluation()["tasks"][0]["split"]
    assert card["license"] == "mit"
    assert "2 questions" in text
