"""A plan as numbers: every object of a level, and when the plan removes it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.worlds.iphyre.level import BLOCK_RADIUS, MOST_OBJECTS, SECONDS, SIZE, Level, Pair

_HALF = SIZE / 2  # the unit of places
_RADIUS = 50.0  # pixels: the unit of radii
_LATEST = 7.0  # seconds: the unit of times
_PERIOD = 4.0  # seconds of a wave that shows times in detail
_KINDS = ("eliminable", "fixed", "moving", "ball")

# Numbers of an object: -1 for those that change their sign in a mirror.
_OBJECT = (
    *(1.0,),  # there is one
    *(-1.0, 1.0),  # its middle
    *(-1.0, 1.0),  # from there to its end
    *(1.0,),  # its radius
    *(1.0 for _ in _KINDS),
    *(1.0, -1.0, 1.0),  # whether a link ties it, and where to
    *(1.0, -1.0, 1.0),  # whether a spring does, and where to
)
_REMOVAL = 5  # whether it is removed, when in two ways, and after how many others
NUMBERS = len(_OBJECT) + _REMOVAL  # of one object
SIGNS = np.tile(np.array([*_OBJECT, *(1.0,) * _REMOVAL], np.float32), MOST_OBJECTS)

Floats = NDArray[np.float64]


def features(level: Level, times: Floats) -> NDArray[np.float32]:
    """Return the numbers of every plan: plans x (objects x numbers).

    Times are plans x eliminable blocks, in seconds; NaN means never.
    """
    rows = np.zeros((len(times), MOST_OBJECTS, NUMBERS), np.float32)
    seen = np.array(_objects(level))
    rows[:, : len(seen), : len(_OBJECT)] = seen
    rows[:, list(level.eliminable), len(_OBJECT) :] = _removals(times)
    return rows.reshape(len(times), -1)


def times_of(actions: Floats) -> Floats:
    """Return when each block goes, for plans that name the blocks in order; NaN means never."""
    times = actions[:, 1::2]
    return np.where((times < 0) | (times > SECONDS), np.nan, times)


def _removals(times: Floats) -> Floats:
    gone = ~np.isnan(times)
    known = np.where(gone, times, 0.0)
    turn = 2 * np.pi * known / _PERIOD
    before = (times[:, :, None] > times[:, None]).sum(2) / times.shape[1]
    shown = [gone, known / _LATEST, gone * np.sin(turn), gone * np.cos(turn), before]
    return np.stack(shown, -1).astype(float)


def _objects(level: Level) -> list[list[float]]:
    shapes: list[tuple[float, float, float, str]] = [
        ((b.x2 - b.x1) / 2, (b.y2 - b.y1) / 2, BLOCK_RADIUS, b.kind) for b in level.blocks
    ]
    shapes += [(0.0, 0.0, ball.radius, "ball") for ball in level.balls]
    return [
        [
            1.0,
            x / _HALF - 1,
            y / _HALF - 1,
            end_x / _HALF,
            end_y / _HALF,
            radius / _RADIUS,
            *(float(kind == each) for each in _KINDS),
            *_tie(level, level.links, number),
            *_tie(level, level.springs, number),
        ]
        for number, ((x, y), (end_x, end_y, radius, kind)) in enumerate(
            zip(level.centres, shapes, strict=True)
        )
    ]


def _tie(level: Level, ties: tuple[Pair, ...], number: int) -> tuple[float, float, float]:
    """Return whether an object is tied to another, and the way to the first such one."""
    others = [two if one == number else one for one, two in ties if number in (one, two)]
    if not others:
        return 0.0, 0.0, 0.0
    (x, y), (other_x, other_y) = level.centres[number], level.centres[others[0]]
    return 1.0, (other_x - x) / _HALF, (other_y - y) / _HALF
