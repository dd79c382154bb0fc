"""Predictions in pool that can be checked against the events of a shot."""

from __future__ import annotations

import re

import numpy as np

from topple.prompting.description import Fact
from topple.prompting.predictions import Checked, said_goal, said_of
from topple.worlds.pool.reels import Reel
from topple.worlds.pool.table import CUE, LENGTH, WIDTH

_NONE = re.compile(r"(?:none|nothing|no balls?)\b")
_BALLS = re.compile(r"(?:balls?|the|and|cue|[\s,#&.()\[\]]|\d)+")
_THIRDS = ("lower", "middle", "upper")
_HALVES = ("left", "right")

FACTS = (
    Fact("Goal", "yes or no", "whether the goal will hold after this shot", "no"),
    Fact("First ball", "NUMBER or none", "the first ball that the cue ball will touch", "1"),
    Fact(
        "Balls potted",
        "NUMBERS or none",
        "the balls that will fall; the cue ball is 0",
        "1, 4",
    ),
    Fact("Cue rails", "NUMBER", "how often the cue ball will touch one of the six rails", "2"),
    Fact(
        "Cue ball stops",
        "lower, middle or upper third, then left or right half; or none if it falls",
        "where the cue ball will come to rest, as the picture shows the table",
        "middle left",
    ),
)


def check(answer: str, reel: Reel, solved: bool) -> list[Checked | None]:
    """Compare a prediction with what a shot did."""
    facts = reel.facts
    hit = int(facts.hit[0, 0])
    return [
        Checked.same("goal", said_goal(answer), solved),
        Checked.same("first", _numbers("first ball", answer), [] if hit < 0 else [hit]),
        Checked.same("potted", _numbers("balls? potted", answer), potted(reel)),
        Checked.same("rails", _numbers("cue rails", answer), [int(facts.rails[0, CUE])]),
        Checked.same("stops", _area(answer), area(reel)),
    ]


def potted(reel: Reel) -> list[int]:
    """Return the balls that fell."""
    return [int(ball) for ball in np.flatnonzero(reel.facts.pocket[0] >= 0)]


def area(reel: Reel) -> str:
    """Return the part of the table in which the cue ball stopped."""
    x, y = float(reel.facts.x[0, CUE]), float(reel.facts.y[0, CUE])
    if np.isnan(x):
        return "none"
    return f"{_THIRDS[min(2, int(3 * y / LENGTH))]} {_HALVES[int(x > WIDTH / 2)]}"


def _numbers(name: str, answer: str) -> list[int] | None:
    text = said_of(name, answer)
    if text is None or _NONE.match(text):
        return text if text is None else []
    numbers = sorted({int(number) for number in re.findall(r"\d+", text)})
    if "cue" in text and 0 not in numbers:
        numbers = [0, *numbers]
    return numbers if numbers and _BALLS.fullmatch(text) else None


def _area(answer: str) -> str | None:
    text = said_of("cue ball stops", answer)
    if text is None or _NONE.match(text):
        return text if text is None else "none"
    thirds = [name for name in _THIRDS if name in text]
    halves = [name for name in _HALVES if name in text]
    return f"{thirds[0]} {halves[0]}" if len(thirds) == len(halves) == 1 else None
