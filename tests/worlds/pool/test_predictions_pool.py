"""Predictions: keys follow from the events of a shot, and no option is a good guess."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from topple.cli.main import main
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.worlds.pool.events import JAW, POCKET, RAIL, RAIL_WORDS, RAILS
from topple.worlds.pool.models.letters import LetterForm
from topple.worlds.pool.question import Question
from topple.worlds.pool.reels import Reel, attempt
from topple.worlds.pool.shot import shaken
from topple.worlds.pool.simulate import simulate
from topple.worlds.pool.table import CUE
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import WORLD, own_task

TEMPLATES = ("which_ball", "which_pocket", "how_many_rails", "where_it_stops")
SOME = 12  # tasks per template


def asked(task: PoolTask) -> Question:
    assert task.question is not None
    return task.question


def option_of(task: PoolTask, reel: Reel) -> int:
    """Find the right option in the list of events."""
    question = asked(task)
    fallen = [(ball, pocket) for _, kind, ball, pocket in reel.events if kind == POCKET]
    match task.id.template:
        case "which_ball":
            ((ball, _),) = fallen
            return question.options.index(f"ball {ball}")
        case "which_pocket":
            return next(pocket for ball, pocket in fallen if ball == 1)
        case "how_many_rails":
            touched = [part for _, kind, ball, part in reel.events if (kind, ball) == (RAIL, CUE)]
            assert not any((kind, ball) == (JAW, CUE) for _, kind, ball, _ in reel.events)
            assert all(RAILS[part] in RAIL_WORDS for part in touched)
            return question.options.index(str(len(touched)))
    stops = reel.facts.places(0)[CUE]
    return int(np.hypot(*(np.array(question.spots) - stops).T).argmin())


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_key_is_what_the_shot_does_even_if_it_is_a_little_off(template: str) -> None:
    for index in range(SOME):
        task = own_task(WORLD.task(f"pool/{template}:{index}"))
        question = asked(task)
        shown = attempt(task, [question.answer])
        assert shown.outcome is Outcome.SOLVED
        assert option_of(task, shown.reels[0]) == question.answer
        for shot in shaken(question.shot):
            facts = simulate(task.table[None], [shot], recorded=True)
            assert option_of(task, Reel(task.table, shot, facts)) == question.answer


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_option_is_right_equally_often(template: str) -> None:
    tasks = [own_task(WORLD.task(n)) for n in protocol("pool-prediction").tasks(0) if template in n]
    counts = Counter(asked(task).answer for task in tasks)
    assert len(tasks) == 72
    assert set(counts.values()) == {72 // len(asked(tasks[0]).options)}


def test_wrong_and_impossible_options_are_told_apart() -> None:
    task = own_task(WORLD.task("pool/which_ball:0"))
    right = asked(task).answer
    played = WORLD.play([task] * 4, [(float(right),), (float((right + 1) % 4),), (4.0,), (0.5,)])
    assert [each.outcome for each in played] == [
        Outcome.SOLVED,
        Outcome.MISSED,
        Outcome.INVALID,
        Outcome.INVALID,
    ]


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Answer: B", "B"),
        ("b", "B"),
        ("**C**", "C"),
        ("(D).", "D"),
        ("The ball turns left.\nThe answer is (a).", "A"),
        ("Answer: F", "F"),
        ("Answer: A, or rather answer: B", None),
        ("Ball 2 falls.", None),
        ("Answer: because of spin", None),
        ("", None),
    ],
)
def test_a_letter_is_read_or_refused(text: str, letter: str | None) -> None:
    read = LetterForm(4).read(text).values
    assert (None if read is None else "ABCDEF"[int(read[0])]) == letter


def test_an_export_holds_the_keys(tmp_path: Path) -> None:
    assert main(["export", "pool-prediction", "--limit", "8", "--out", str(tmp_path / "set")]) == 0
    lines = (tmp_path / "set" / "metadata.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    assert {row["template"] for row in rows} == set(TEMPLATES)
    for row in rows:
        answer = asked(own_task(WORLD.task(row["task"]))).answer
        assert row["truth"] == f"Answer: {'ABCDEF'[answer]}"
    assert "`truth` is the right answer" in (tmp_path / "set" / "README.md").read_text()
