"""Items are tasks: found, shown, loaded, submitted and verified as all others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import topple
from topple.cli.main import main
from topple.errors import BadAction, ToppleError
from topple.tasks.outcome import Outcome
from topple.vlm.direct import play_directly
from topple.vlm.plan_questions import plan_of
from topple.worlds import find_task, world

RUNS = Path(__file__).parents[3] / "recorded" / "runs"
ASKING = {"mode": "strict", "shots": 0, "frames": 1}
ITEM = "physiq-yesno@4/strict/00007:091/correct"


def test_an_item_is_found_and_its_answer_is_an_action() -> None:
    item = find_task(ITEM)
    assert (str(item), item.id.template, item.id.index) == (ITEM, "out_of_the_funnel", 91)
    own = world("phyre")
    ends = [own.play([item], [(answer,)])[0].outcome for answer in (1.0, 0.0)]
    assert ends == [Outcome.SOLVED, Outcome.MISSED]
    assert own.solution(item) == (1.0,)
    with pytest.raises(BadAction, match="has 1 numbers"):
        item.actions.one([1, 0])


@pytest.mark.parametrize("name", ["physiq-yesno@9/strict/00007:091/correct", "physiq-yesno/none:1"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ToppleError):
        find_task(name)


def test_an_item_is_shown_and_filmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", ITEM, "--solution", "--json", "-o", str(tmp_path / "run.png")]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["task"] == ITEM
    assert shown["attempt"]["outcome"] == "solved", "the film is the proposal, which wins"
    assert (tmp_path / "run.png").stat().st_size > 0


def test_runs_load_and_can_be_written_as_rows(tmp_path: Path) -> None:
    run = topple.load(RUNS / "physiq-insertion")
    assert (len(run.results), run.settings.attempts) == (6, 5)
    assert main(["report", str(run.folder), "--csv", str(tmp_path / "rows.csv")]) == 0
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 7


def test_answers_are_submitted_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [str(tmp_path / kind) for kind in ("ranking", "insertion")]
    for run in runs:
        name = f"physiq-{Path(run).name}"
        play_directly(plan_of(name, ASKING, "topple/mock", limit=2), Path(run))
    told = ["--author", "A", "--licence", "MIT", "--contact", "a@b.c", "--data", "none"]
    assert main(["submit", *runs, *told, "--out", str(tmp_path / "sent")]) == 0
    assert main(["verify", str(tmp_path / "sent")]) == 0
    assert "verified" in capsys.readouterr().out
