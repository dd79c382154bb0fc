"""PhysIQ through Inspect gives what it gives without."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")
from inspect_ai import Task, eval
from inspect_ai.log import EvalLog

from topple.runs.load import Run, load
from topple.runs.score import score as score_run
from topple.vlm.convert import convert
from topple.vlm.registry import TASKS
from topple.worlds.phyre.metrics.answered import Answered
from topple.worlds.phyre.metrics.scoring import answers, credit, score, score_talks, talks
from topple.worlds.phyre.physiq.items import Item, Kind, QuestionMode
from topple.worlds.phyre.physiq.players import player
from topple.worlds.phyre.physiq.sets import question_set, some
from topple.worlds.phyre.physiq.settings import QuestionSettings

ITEMS = 8


def run(task: Task, model: str, folder: Path) -> tuple[EvalLog, Run]:
    """Ask by Inspect's door, and make a run folder of its log."""
    (log,) = eval(
        task,
        model=f"topple/{model}",
        display="none",
        log_dir=str(folder / "logs"),
        log_format="json",
    )
    assert log.status == "success"
    convert(Path(log.location), folder / "run")
    return log, load(folder / "run")


def items_of(kind: Kind, settings: QuestionSettings) -> tuple[list[Item], list[Item]]:
    items = question_set(kind, settings)
    return items, some(items, ITEMS)


@pytest.mark.parametrize("model", ["mock", "oracle"])
def test_single_questions_score_as_without_inspect(model: str, tmp_path: Path) -> None:
    settings = QuestionSettings(QuestionMode.STRICT, shots=2)
    items, chosen = items_of(Kind.YESNO, settings)
    log, found = run(TASKS["physiq-yesno"](shots=2, limit=ITEMS), model, tmp_path)
    said = answers(chosen, player(model).make(items))
    assert found.finished is not None
    answered = Answered.of(found.counts)
    assert list(map(str, answered.asked)) == list(map(str, chosen))
    # Not by ==, as few items leave some scores undefined.
    assert repr(score_run(found).result) == repr(score(chosen, said))
    assert log.results is not None
    right = sum(credit(chosen, answered.readings)) / ITEMS
    assert log.results.scores[0].metrics["mean"].value == pytest.approx(right)


def test_stated_probabilities_have_a_brier_score(tmp_path: Path) -> None:
    _, chosen = items_of(Kind.CONFIDENCE, QuestionSettings())
    log, found = run(TASKS["physiq-confidence"](limit=ITEMS), "mock", tmp_path)
    assert log.results is not None
    by_name = {each.name: each.metrics["mean"].value for each in log.results.scores}
    assert by_name["brier"] == pytest.approx(
        -credit(chosen, Answered.of(found.counts).readings).mean()
    )
    assert not math.isnan(by_name["success_at_1"])


def test_conversations_score_as_without_inspect(tmp_path: Path) -> None:
    items, chosen = items_of(Kind.INSERTION, QuestionSettings(QuestionMode.CLASSIC))
    _, found = run(TASKS["physiq-insertion"](mode="classic", limit=ITEMS), "mock", tmp_path)
    wanted = talks(chosen, player("mock").make(items))
    assert score_run(found).result == score_talks(wanted)
    talked = Answered.of(found.counts).talks
    assert [talk.tried for talk in talked] == [talk.tried for talk in wanted]
