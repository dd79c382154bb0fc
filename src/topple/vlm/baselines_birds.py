"""Baselines of birds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.models.forms import Sling
from topple.worlds.birds.models.turns import Turns, move_of
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.world import WORLD, task

if TYPE_CHECKING:
    from topple.prompting.hint import Note

Values = tuple[float, ...]
_FORM = Sling()
_GIVES_UP = "No shot that can be written here solves this."
_ANGLES = tuple(float(angle) for angle in range(0, 91, 2))
# What is tried where the stored solution cannot be said: whole degrees, twentieths of the power.
SHOTS: tuple[Values, ...] = tuple(
    (float(angle), twentieths / 20) for angle in range(91) for twentieths in range(1, 21)
)


def _mock(note: Note, rng: np.random.Generator) -> str:
    """Shoot anywhere, with at least half of the power."""
    return _FORM.words((round(float(rng.uniform(0, 90)), 1), round(float(rng.uniform(0.5, 1)), 2)))


def _random_valid(note: Note, rng: np.random.Generator) -> str:
    return _FORM.words((round(float(rng.uniform(0, 90)), 1), round(float(rng.uniform(0, 1)), 2)))


def _best_constant(note: Note, rng: np.random.Generator) -> str:
    return _FORM.words(_constant(note.protocol))


def _oracle(note: Note, rng: np.random.Generator) -> str:
    found = solution(note.task)
    return _FORM.words(found[note.decision - 1]) if note.decision <= len(found) else _GIVES_UP


PLAYERS: dict[str, Callable[[Note, np.random.Generator], str]] = {
    "mock": _mock,
    "random-valid": _random_valid,
    "best-constant": _best_constant,
    "oracle": _oracle,
}


def solves(one: BirdsTask, shots: Sequence[Values]) -> bool:
    """Say whether shots, said in turns, solve a task."""
    turns = Turns(one)
    for values in shots:
        if turns.over:
            break
        turns.shoot(values)
    return turns.solved


def stored(one: BirdsTask) -> list[Values]:
    """Give the stored solution by angles and powers; empty if that cannot say it."""
    known = WORLD.certificate(one)
    if known is None:
        return []
    shots = [
        (math.degrees(math.atan2(-s.y, -s.x)), min(1.0, math.hypot(s.x, s.y)))
        for s in shots_of(known.solution)
    ]
    return [] if any(map(_FORM.refusal, shots)) else [*shots]


@cache
def solution(name: str) -> tuple[Values, ...]:
    """Find shots that solve a task: the stored ones, or else one shot for all birds."""
    one = task(name)
    found = stored(one)
    if found and solves(one, found):
        return tuple(found)
    rows = np.array([as_one(one, shot) for shot in SHOTS])
    for i in np.flatnonzero(WORLD.outcomes([one], rows)[0] == 1):
        same = (SHOTS[i],) * len(one.level.birds)
        if solves(one, same):
            return same
    return ()


def as_one(one: BirdsTask, shot: Values) -> list[float]:
    """Give the moves of a task whose birds are all shot alike, one as soon as the last allows."""
    moves: list[float] = []
    for bird in one.level.birds:
        moves += move_of(BIRDS[bird], shot)
    return moves


@cache
def _constant(protocol_name: str) -> Values:
    """Choose the angle that solves most training tasks, one of each template, at full power."""
    from topple.protocols import protocol

    first: dict[str, str] = {}
    for name in protocol(protocol_name).split(0).train:
        first.setdefault(name.partition(":")[0], name)
    tasks = [task(name) for name in first.values()]
    solved = [sum(solves(one, [(a, 1.0)] * len(one.level.birds)) for one in tasks) for a in _ANGLES]
    return _ANGLES[int(np.argmax(solved))], 1.0
