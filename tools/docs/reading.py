"""Measure how well answers are read: the answers of tests/answers, by form and style."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from tools.docs.played import ROOT
from topple.prompting.form import Form
from topple.prompting.percent import read_percent
from topple.prompting.predictions import said_goal
from topple.prompting.reader import Reading
from topple.worlds.birds.models.forms import Sling
from topple.worlds.iphyre.models.forms import Removals
from topple.worlds.kinetix.level import MOTORS
from topple.worlds.kinetix.models.forms import Channels
from topple.worlds.ladder.forms import Letter
from topple.worlds.ladder.forms import Place as Point
from topple.worlds.ladder.rebuild.form import Written
from topple.worlds.ladder.rebuild.items import decode
from topple.worlds.phyre.models.forms import Grid, Place
from topple.worlds.phyre.models.predictions import said_touch
from topple.worlds.phyre.physiq.answers import to_placement
from topple.worlds.phyre.physiq.readers.placement import read_placement
from topple.worlds.phyre.physiq.readers.ranking import read_ranking
from topple.worlds.phyre.physiq.readers.yes_no import read_yes_no
from topple.worlds.pool.models.forms import form as pool
from topple.worlds.rope.calls import Verb
from topple.worlds.rope.models.forms import Calls

ANSWERS = ROOT / "tests" / "answers"
HALVES = ("seen", "unseen")
Row = dict[str, Any]
_NEAR = 1e-9  # 60 % and 0.6 differ by rounding


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of answers: all, those with a reading, those read, and those read rightly."""

    answers: int = 0
    meant: int = 0
    read: int = 0
    right: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.answers + other.answers,
            self.meant + other.meant,
            self.read + other.read,
            self.right + other.right,
        )

    @property
    def wrong(self) -> int:
        """Answers from which something else was read than a careful person reads."""
        return self.read - self.right


def _action(form: Form) -> Callable[[Row], Any]:
    return lambda row: form.read(row["says"]).values


def _call(row: Row) -> Any:
    values = Calls().read(row["says"]).values
    return None if values is None else [Verb(int(values[0])).name, *values[1:]]


def _scene(row: Row) -> Any:
    values = Written().read(row["says"]).values
    return None if values is None else json.loads(decode(values))


def _answer(read: Callable[[str], Reading], row: Row) -> Any:
    values = read(row["says"]).values
    return None if values is None else values[0]


def _placed(row: Row) -> Any:
    values = read_placement(row["says"], row["balls"]).values
    return None if values is None else to_placement(values)


def _facts(row: Row) -> Any:
    found = [said_goal(row["says"]), said_touch(row["says"])]
    return None if found == [None, None] else found


READERS: dict[str, Callable[[Row], Any]] = {
    "cells_5x5x5": _action(Grid()),
    "cells_8x8x8": _action(Grid(8, 8, 8)),
    "free": _action(Place()),
    "shot": _action(Sling()),
    "plan": _action(Removals()),
    "call": _call,
    "drive": _action(Channels((0, MOTORS))),
    "facts": _facts,
    "pool": _action(pool("angle")),
    "cut": _action(pool("ball-cut")),
    "letter": _action(Letter()),
    "place": _action(Point()),
    "yes_no": partial(_answer, read_yes_no),
    "percent": partial(_answer, read_percent),
    "ranking": lambda row: read_ranking(row["says"]).values,
    "placement": _placed,
    "scene": _scene,
}


def rows(form: str) -> Iterator[Row]:
    """Load the answers of a form."""
    with (ANSWERS / f"{form}.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def same(read: Any, meant: Any) -> bool:
    """Return whether two readings agree."""
    if isinstance(read, list | tuple) and isinstance(meant, list):
        return len(read) == len(meant) and all(map(same, read, meant))
    if isinstance(read, int | float) and isinstance(meant, int | float):
        return abs(read - meant) <= _NEAR
    return bool(read == meant)


def score(form: str, row: Row) -> Score:
    """Read one answer and compare it with what a careful person reads."""
    # A model that was cut off has not answered yet.
    read = None if "stop" in row else READERS[form](row)
    meant = row["reads"] is not None
    return Score(1, meant, read is not None, meant and same(read, row["reads"]))


def scores() -> dict[tuple[str, str, str], Score]:
    """Score all answers by form, style and half."""
    found: dict[tuple[str, str, str], Score] = {}
    for form in READERS:
        for row in rows(form):
            key = (form, row["style"], row["half"])
            found[key] = found.get(key, Score()) + score(form, row)
    return found
