"""What is asked stays equal to the byte: ids, words, pictures, and how answers are marked."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from topple.physiq import Kind, Mode, Settings, question_set, some
from topple.runs.folder import read_settings
from topple.submissions.answers import check_answers
from topple.submissions.faults import Fault
from topple.vlm.plan_questions import asking_in, plan_of

RUNS = sorted((Path(__file__).parents[3] / "recorded" / "runs").glob("physiq-*"))
CLASSIC = Settings(Mode.CLASSIC)
PINNED = {
    (Kind.SANITY, Settings()): "29ecb7a451de5338",
    (Kind.CONFIDENCE, Settings()): "d1db4698b18ca811",
    (Kind.YESNO, Settings(shots=2, frames=2)): "7794160d8667ea6f",
    (Kind.RANKING, Settings(shots=1)): "43f7dae5ea191ce3",
    (Kind.INSERTION, Settings()): "7296632adb7266fe",
    (Kind.SANITY, CLASSIC): "14171d19b0df204a",
    (Kind.YESNO, CLASSIC): "1e6c8f2836abbb7c",
    (Kind.RANKING, CLASSIC): "c86c9cfd360d1b73",
    (Kind.INSERTION, Settings(prompts=2)): "19343440a8d08887",
    (Kind.CONFIDENCE, Settings(parameters=False)): "a04d609c6b0ef74f",
}


@pytest.mark.parametrize(("asked", "pin"), PINNED.items(), ids=lambda each: str(each)[:40])
def test_ids_words_and_pictures_stay(asked: tuple[Kind, Settings], pin: str) -> None:
    items = question_set(*asked)
    texts = [f"{item.id} {message.text}" for item in items for message in item.messages]
    seen = [item.content_hash() for item in some(items, 2)]
    found = hashlib.sha256("\n".join([*texts, *seen]).encode()).hexdigest()[:16]
    assert found == pin


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_recorded_answers_to_the_same_questions_are_marked_as_they_were(run: Path) -> None:
    settings = read_settings(run)
    faults: list[Fault] = []
    plan = plan_of(settings["protocol"]["name"], asking_in(settings))
    check_answers(run, plan, faults.append, lambda: None)
    assert faults == []
