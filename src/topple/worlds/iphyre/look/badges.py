"""Where the numbers of blocks go: next to their block, over nothing that is there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from topple.sim import maths
from topple.worlds.iphyre.gaps import Capsule, Point, capsules, distance
from topple.worlds.iphyre.level import BLOCK_RADIUS, SIZE, Level
from topple.worlds.iphyre.look.figures import BADGE_RADIUS

_TIE = 6.0  # reach of a spring to the sides
_SPACE = 3.0  # between a number and anything else
_ROUNDS, _DIRECTIONS = 12, 24
_FARTHER = 6.0  # growth of the distance per round


@lru_cache(maxsize=64)
def places(level: Level) -> list[Point]:
    """Return the centre of every number, in the level's coordinates."""
    ties = [(level.centres[a], level.centres[b], _TIE) for a, b in (*level.links, *level.springs)]
    objects = capsules(level) + ties
    taken: list[Point] = []
    for number in level.eliminable:
        x1, y1, x2, y2, _ = level.blocks[number]
        room = {at: _room(at, objects, taken) for at in _around(x1, y1, x2, y2)}
        free = (at for at, gap in room.items() if gap >= _SPACE)
        taken.append(next(free, max(room, key=lambda at: room[at])))
    return taken


def _around(x1: float, y1: float, x2: float, y2: float) -> Iterator[Point]:
    """Yield places around a block, the nearest first: beside its middle, then all around."""
    x, y, half = (x1 + x2) / 2, (y1 + y2) / 2, maths.hypot(x2 - x1, y2 - y1) / 2
    along = maths.atan2(y2 - y1, x2 - x1)
    for step in range(_ROUNDS):
        reach = BLOCK_RADIUS + BADGE_RADIUS + _SPACE + step * _FARTHER
        # Beside the middle first, then beyond the ends, then between these.
        for i in sorted(range(_DIRECTIONS), key=lambda i: (i * 4 % _DIRECTIONS != 0, i)):
            turn = 2 * math.pi * i / _DIRECTIONS + math.pi / 2
            across, ahead = reach * maths.sin(turn), (half + reach) * maths.cos(turn)
            yield (
                x + ahead * maths.cos(along) - across * maths.sin(along),
                y + ahead * maths.sin(along) + across * maths.cos(along),
            )


def _room(at: Point, objects: list[Capsule], taken: list[Point]) -> float:
    """Return the smallest gap between a number and anything else, or the edge."""
    x, y = at
    edges = min(x, y, SIZE - x, SIZE - y) - BADGE_RADIUS
    gaps = [distance(at, at, a, b) - radius - BADGE_RADIUS for a, b, radius in objects]
    numbers = [maths.dist(at, other) - 2 * BADGE_RADIUS for other in taken]
    return min([edges, *gaps, *numbers])
