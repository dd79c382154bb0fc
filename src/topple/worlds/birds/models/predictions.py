"""Predictions in birds that can be checked: the goal, and pigs and blocks after a shot."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.prompting.predictions import Checked, said_goal, said_of
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.models.description import MOVED_PIXELS
from topple.worlds.birds.models.views import pig_numbers, scale_of
from topple.worlds.birds.things.materials import MATERIALS

_NONE = re.compile(r"(?:none|nothing|no pigs?|no blocks?)\b")
_PIGS = re.compile(r"(?:pigs?|numbers?|no\.|and|[\s,#&.()\[\]]|\d{1,3})+")
_WORDS = re.compile(r"[a-z]+")
_FILLING = {"and", "block", "blocks"}


@dataclass(frozen=True, eq=False, slots=True)
class Moment:
    """Which bodies of a level are left, and where they are."""

    alive: NDArray[np.bool_]
    places: NDArray[np.float64]

    @classmethod
    def of(cls, game: BirdsGame) -> Moment:
        """Return the bodies that are left in a game."""
        bodies = len(game.level.things) + 1
        alive = [thing[3] for thing in game.native.things()[:bodies]]
        return cls(np.array(alive), np.array(game.native.poses())[:bodies, :2])


@dataclass(frozen=True, slots=True)
class Happened:
    """What a shot did: pigs by number, blocks by material."""

    passed: bool
    pigs: list[int]
    moved: list[str]
    destroyed: list[str]

    @classmethod
    def between(cls, before: Moment, game: BirdsGame) -> Happened:
        """Compare a game with an earlier moment of it."""
        after, level = Moment.of(game), game.level
        gone = before.alive & ~after.alive
        way = np.hypot(*(after.places - before.places).T)
        moved = gone | (before.alive & (way > MOVED_PIXELS / scale_of(level)))
        blocks = [(body, t.material) for body, t in enumerate(level.things, 1) if t.material]
        return cls(
            passed=game.native.pigs_left == 0,
            pigs=sorted(number for body, number in pig_numbers(level).items() if gone[body]),
            moved=sorted({material for body, material in blocks if moved[body]}),
            destroyed=sorted({material for body, material in blocks if gone[body]}),
        )


def check(answer: str, happened: Happened) -> list[Checked | None]:
    """Compare a prediction with what a shot did."""
    return [
        Checked.same("goal", said_goal(answer), happened.passed),
        Checked.same("pigs", said_pigs(answer), happened.pigs),
        Checked.same("moved", said_blocks("blocks? moved", answer), happened.moved),
        Checked.same("destroyed", said_blocks("blocks? destroyed", answer), happened.destroyed),
    ]


def said_pigs(answer: str) -> list[int] | None:
    """Return the numbers of the pigs that are predicted to be destroyed; None if unclear."""
    text = said_of("pigs? destroyed", answer)
    if text is None or _NONE.match(text):
        return text if text is None else []
    numbers = sorted({int(number) for number in re.findall(r"\d+", text)})
    return numbers if numbers and _PIGS.fullmatch(text) else None


def said_blocks(name: str, answer: str) -> list[str] | None:
    """Return the materials that a line names; None if it names anything else."""
    text = said_of(name, answer)
    if text is None or _NONE.match(text):
        return text if text is None else []
    words = set(_WORDS.findall(text)) - _FILLING
    return sorted(words) if words and words <= set(MATERIALS) else None
