"""PhysIQ through Inspect gives what it gives without."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")
from inspect_ai import Task, eval
from inspect_ai.log import EvalLog

from topple.questions.items import Item, Kind, Mode
from topple.questions.maker import Settings
from topple.questions.players import player
from topple.questions.scoring import answers, score, score_talks, talks
from topple.questions.sets import question_set, some
from topple.vlm import physiq

ITEMS = 8


def run(task: Task, model: str, folder: Path) -> EvalLog:
    (log,) = eval(
        task, model=f"physiq/{model}", display="none", log_dir=str(folder), log_format="json"
    )
    assert log.status == "success"
    return log


def items_of(kind: Kind, settings: Settings) -> tuple[list[Item], list[Item]]:
    items = question_set(kind, settings)
    return items, some(items, ITEMS)


@pytest.mark.parametrize("model", ["mock", "oracle"])
def test_single_questions_score_as_without_inspect(model: str, tmp_path: Path) -> None:
    settings = Settings(Mode.STRICT, shots=2)
    items, chosen = items_of(Kind.YESNO, settings)
    log = run(physiq.physiq_yesno(shots=2, limit=ITEMS), model, tmp_path)
    said = answers(chosen, player(model).make(items))
    # Not by ==, as few items leave some scores undefined.
    assert repr(physiq.scored(log)) == repr(score(chosen, said))
    assert log.samples is not None
    sample = log.samples[0]
    assert [message.role for message in sample.messages] == [
        "system",
        *("user", "assistant") * 2,
        "user",
        "assistant",
    ]


def test_conversations_score_as_without_inspect(tmp_path: Path) -> None:
    items, chosen = items_of(Kind.INSERTION, Settings(Mode.CLASSIC))
    log = run(physiq.physiq_insertion(mode="classic", limit=ITEMS), "mock", tmp_path)
    found = talks(chosen, player("mock").make(items))
    assert physiq.scored(log) == score_talks(found)
    assert log.samples is not None
    told = [sample.store[physiq.STATUSES] for sample in log.samples]
    assert told == [[str(tried.status) for tried in talk.tried] for talk in found]
    long = next(talk for talk in found if len(talk.tried) > 1)
    sample = next(each for each in log.samples if each.id == long.item.id)
    pictures = [
        part
        for message in sample.messages
        if isinstance(message.content, list)
        for part in message.content
        if part.type == "image"
    ]
    shown = sum(bool(tried.balls) for tried in long.tried[:-1])
    assert len(pictures) == 1 + 5 * shown
