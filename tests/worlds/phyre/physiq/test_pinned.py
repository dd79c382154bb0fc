"""What is asked stays equal to the byte: ids, words, pictures, and how answers are marked."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from topple.physiq import Kind, Mode, Settings, question_set, some
from topple.runs.folder import read_settings
from topple.submissions.answers import check_answers
from topple.submissions.faults import Fault
from topple.vlm.plan_questions import plan_of

RUNS = sorted((Path(__file__).parents[3] / "recorded" / "runs").glob("physiq-*"))
CLASSIC = Settings(Mode.CLASSIC)
PINNED = {
    (Kind.SANITY, Settings()): "dfb71fff24a77298",
    (Kind.CONFIDENCE, Settings()): "059891c8859339e0",
    (Kind.YESNO, Settings(shots=2, frames=2)): "a2d77c3dd709a130",
    (Kind.RANKING, Settings(shots=1)): "e154c5a424d3cb82",
    (Kind.INSERTION, Settings()): "4a45ed79c66c63a3",
    (Kind.SANITY, CLASSIC): "f1ae69f2f70b9f39",
    (Kind.YESNO, CLASSIC): "8442152bafb2f60f",
    (Kind.RANKING, CLASSIC): "adb34bf7915803ac",
    (Kind.CONFIDENCE, Settings(parameters=False)): "2934ae35234965cf",
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
    plan = plan_of(settings["protocol"]["name"], settings["asking"])
    check_answers(run, plan, faults.append, lambda: None)
    assert faults == []
