"""Baselines of birds."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from topple.tasks.outcome import Outcome
from topple.vlm.declared_birds import TAP_S, TAPPED
from topple.vlm.forms_birds import Sling
from topple.worlds.birds.birds import BIRDS
from topple.worlds.birds.certified import certificate
from topple.worlds.birds.shots import shots_of
from topple.worlds.birds.task import BirdsTask, task
from topple.worlds.birds.world import WORLD

if TYPE_CHECKING:
    from topple.vlm.note import Note

Values = tuple[float, ...]
_FORM = Sling()
_GIVES_UP = "No shot that can be written here solves this."
_ANGLES = tuple(float(angle) for angle in range(0, 91, 2))


def _mock(note: Note, rng: np.random.Generator) -> str:
    """Shoot anywhere, with at least half of the power."""
    return _FORM.words((round(float(rng.uniform(0, 90)), 1), round(float(rng.uniform(0.5, 1)), 2)))


def _random_valid(note: Note, rng: np.random.Generator) -> str:
    return _FORM.words((round(float(rng.uniform(0, 90)), 1), round(float(rng.uniform(0, 1)), 2)))


def _best_constant(note: Note, rng: np.random.Generator) -> str:
    return _FORM.words(_constant(note.protocol))


def _oracle(note: Note, rng: np.random.Generator) -> str:
    found = _solution(note.task)
    return _FORM.words(found[note.decision - 1]) if note.decision <= len(found) else _GIVES_UP


PLAYERS: dict[str, Callable[[Note, np.random.Generator], str]] = {
    "mock": _mock,
    "random-valid": _random_valid,
    "best-constant": _best_constant,
    "oracle": _oracle,
}


def _solves(one: BirdsTask, shots: list[Values]) -> bool:
    moves: list[float] = []
    for values, bird in zip(shots, one.level.birds, strict=False):
        moves += _FORM.shot(values, TAP_S if BIRDS[bird].power in TAPPED else None)
    (played,) = WORLD.play([one], [tuple(moves)], threads=1)
    return played.outcome is Outcome.SOLVED


@cache
def _solution(name: str) -> list[Values]:
    """Find shots that solve a task: the stored ones, or one angle for all birds."""
    one = task(name)
    known = certificate(one)
    if known:
        stored = [
            _written(math.degrees(math.atan2(-s.y, -s.x)), math.hypot(s.x, s.y))
            for s in shots_of(known.solution)
        ]
        if not any(map(_FORM.refusal, stored)) and _solves(one, stored):
            return stored
    for angle in _ANGLES:
        same: list[Values] = [(angle, 1.0)] * len(one.level.birds)
        if _solves(one, same):
            return same
    return []


def _written(angle: float, power: float) -> Values:
    """Round as an answer is written."""
    return float(f"{angle:g}"), float(f"{min(1.0, power):g}")


@cache
def _constant(protocol_name: str) -> Values:
    """Choose the angle that solves most training tasks, one of each template, at full power."""
    from topple.protocols.protocol import protocol

    first: dict[str, str] = {}
    for name in protocol(protocol_name).split(0).train:
        first.setdefault(name.partition(":")[0], name)
    tasks = [task(name) for name in first.values()]
    solved = [
        sum(_solves(one, [(a, 1.0)] * len(one.level.birds)) for one in tasks) for a in _ANGLES
    ]
    return _ANGLES[int(np.argmax(solved))], 1.0
