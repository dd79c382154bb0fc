"""What people read of the tasks of a study, and how long a study may take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from topple.web import films
from topple.web.study.plan import Study
from topple.worlds import parts
from topple.worlds import world as find_world

THOUGHT = 15.0  # seconds before an attempt, as a guess
QUESTION = 10.0  # seconds to answer a question, as a guess
_NUMBER = re.compile(r"\d+")


def spoken(study: Study) -> list[str]:
    """Return the sentences and labels that worlds say in a study, each number as `{number}` too."""
    found: dict[str, None] = {}
    for task in (*study.rehearsed, *(each.task for each in study.checks), *study.tasks):
        for phrase in _phrases(task):
            found |= {phrase: None, _NUMBER.sub("{number}", phrase, count=1): None}
    return list(found)


def _phrases(name: str) -> Iterator[str]:
    task = films.find(name)
    yield films.goal(task)
    yield films.how(task)
    yield from films.meanings(task)
    for gesture in parts.player(find_world(task.id.world)).turn(task, ()).gestures:
        yield gesture.label


class Time(NamedTuple):
    """Minutes that a study takes whoever solves every task at once, and whoever solves none."""

    least: float
    most: float


def expected_time(study: Study) -> Time:
    """Guess how long a person takes: the films of attempts, thought, and questions."""
    items = study.items_of(0)
    seconds = [THOUGHT + films.length(films.find(item.task)) for item in items]
    asked = QUESTION * sum(
        len(study.tasks) if each.when == "task" else 1 for each in study.questions
    )
    least = sum(seconds) + asked
    most = sum(each * item.attempts for each, item in zip(seconds, items, strict=True)) + asked
    if study.session_seconds:
        most = min(most, study.session_seconds + asked)
    return Time(least / 60, max(least, most) / 60)
