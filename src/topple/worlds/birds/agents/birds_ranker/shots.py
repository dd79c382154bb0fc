"""The shots that the ranker tries: angle above the horizontal, stretch, tap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import generator, normals
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.birds import BIRDS, Power

KINDS = tuple(BIRDS)
NUMBERS = 3  # of a shot: angle in radians, stretch, tap in seconds; a negative tap means none

_ANGLES = (math.radians(-30), math.radians(85))
_SHORTEST = 0.5
_FULL = 0.7  # share of shots at full stretch
_TAPS = (0.2, 3.0)
_TAPPED = 0.9  # share of shots with a tap, of birds with a power
_NEAR = (0.01, 0.02, 0.1)  # standard deviations around a solution

Shots = NDArray[np.float32]  # shots x numbers


def draw(bird: str, count: int, rng: np.random.Generator) -> Shots:
    """Draw shots of a bird."""
    angles = rng.uniform(*_ANGLES, count)
    stretches = np.where(rng.random(count) < _FULL, 1.0, rng.uniform(_SHORTEST, 1.0, count))
    taps = np.where(rng.random(count) < _TAPPED, rng.uniform(*_TAPS, count), -1.0)
    if BIRDS[bird].power is Power.NONE:
        taps[:] = -1.0
    return np.stack([angles, stretches, taps], 1).astype(np.float32)


def near(known: Shots, count: int, rng: np.random.Generator) -> Shots:
    """Draw shots around known ones; what has no tap, or full stretch, keeps it."""
    chosen = known[rng.integers(len(known), size=count)]
    drawn = chosen + np.reshape(normals(rng, chosen.size), chosen.shape) * _NEAR
    drawn[:, 1] = np.where(chosen[:, 1] == 1.0, 1.0, np.clip(drawn[:, 1], _SHORTEST, 1.0))
    drawn[:, 2] = np.where(chosen[:, 2] < 0, -1.0, np.maximum(drawn[:, 2], 0.0))
    return drawn.astype(np.float32)


@cache
def candidates(bird: str, count: int) -> Shots:
    """Return the shots that are ranked, the same for all scenes."""
    return draw(bird, count, generator("birds ranker candidates", bird, count))


def shot_of(row: Sequence[float]) -> Shot:
    """Return the shot of a row."""
    angle, stretch, tap = row
    return Shot.at_angle(float(angle), float(stretch), None if tap < 0 else float(tap))


def rows_of(action: Sequence[float | None]) -> Shots:
    """Return the rows of all shots of an action."""
    table = np.array(action, float).reshape(-1, 4)
    angles = np.arctan2(-table[:, 1], -table[:, 0])
    stretches = np.minimum(np.sqrt(table[:, 0] ** 2 + table[:, 1] ** 2), 1.0)
    return np.stack([angles, stretches, table[:, 2]], 1).astype(np.float32)
