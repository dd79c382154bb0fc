"""What is to be seen at a moment: numbers, blocks and balls, and the ties between them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from topple.draw.look import Bodies
from topple.sim import maths
from topple.worlds.iphyre.gaps import Capsule, Point, capsules, distance
from topple.worlds.iphyre.level import BLOCK_RADIUS, SIZE, Level
from topple.worlds.iphyre.look import figures as drawn
from topple.worlds.iphyre.look.figures import BADGE_RADIUS

_DOT = 0  # the number of its figure; two figures of ties follow, then objects, then badges
_LINK, _SPRING, OBJECTS = 1, 2, 3

Row = tuple[float, ...]


def bodies(level: Level, poses: Sequence[Sequence[float]], gone: set[int]) -> Bodies:
    """Return numbers, blocks, balls, then ties, from the back to the front.

    `poses` are those of the moving objects, `gone` the blocks that were removed.
    """
    badges = places(level)
    left = [block for block in level.eliminable if block not in gone]
    at = {block: (*level.centres[block], 0.0) for block in range(len(level.blocks))}
    at |= {number: (x, y, angle) for number, (x, y, angle) in zip(level.moving, poses, strict=True)}
    rows = [_badge(level, block, badges) for block in left]
    rows += [_object(number, *at[number]) for number in (*left, *level.moving)]
    rows += _ties(level, at, gone)
    return np.array(rows)


def _badge(level: Level, block: int, badges: Sequence[tuple[float, float]]) -> Row:
    number = level.eliminable.index(block)
    figure = OBJECTS + len(level.blocks) + len(level.balls) + number
    x, y = badges[number]
    return -1 - number, figure, x, SIZE - y, 0.0, 1.0, 1.0


def _object(number: int, x: float, y: float, angle: float) -> Row:
    return number, OBJECTS + number, x, SIZE - y, -angle, 1.0, 1.0


def _ties(level: Level, at: Mapping[int, tuple[float, ...]], gone: set[int]) -> list[Row]:
    """Return the links and springs whose objects are both there, with a dot at each end."""
    rows: list[Row] = []
    ties = [(_LINK, pair) for pair in level.links] + [(_SPRING, pair) for pair in level.springs]
    for number, (figure, (first, second)) in enumerate(ties):
        if gone & {first, second}:
            continue
        (x, y, *_), (x2, y2, *_) = at[first], at[second]
        length, turn = maths.hypot(x2 - x, y2 - y), maths.atan2(y - y2, x2 - x)
        body = -100 - 3 * number
        scale = max(length, 1e-3) / drawn.TIE_LENGTH
        rows.append((body, figure, x, SIZE - y, turn, scale, 1.0))
        rows.append((body - 1, _DOT, x, SIZE - y, 0.0, 1.0, 1.0))
        rows.append((body - 2, _DOT, x2, SIZE - y2, 0.0, 1.0, 1.0))
    return rows


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
