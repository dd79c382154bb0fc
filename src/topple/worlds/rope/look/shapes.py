"""Outlines that several drawings use."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from topple.draw.figures import Point, Ring, line, oval
from topple.sim import maths

FINE = 40  # corners of a circle


def disc(radius: float, x: float = 0.0, y: float = 0.0) -> Ring:
    """Return a circle."""
    return oval(x, y, 2 * radius, 2 * radius, FINE)


def hoop(radius: float, width: float) -> tuple[Ring, Ring]:
    """Return a ring around the origin as two circles, its outer radius first."""
    return disc(radius), disc(radius - width)


def arc(radius: float, first: float, last: float, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Return points of a circle between two angles in degrees."""
    count = max(2, math.ceil(abs(last - first) / 9) + 1)
    turns = (math.radians(first + (last - first) * i / (count - 1)) for i in range(count))
    return [(x + radius * maths.cos(t), y + radius * maths.sin(t)) for t in turns]


def sector(radius: float, width: float, first: float, last: float) -> Ring:
    """Return a part of a ring between two angles in degrees."""
    return [*arc(radius, first, last), *reversed(arc(radius - width, first, last))]


def star(radius: float, inner: float, points: int = 5) -> Ring:
    """Return a star that points up."""
    turns = ((math.pi * i / points + math.pi / 2, i % 2) for i in range(2 * points))
    sizes = (radius, inner)
    return [(sizes[odd] * maths.cos(t), sizes[odd] * maths.sin(t)) for t, odd in turns]


def capsule(start: Point, end: Point, radius: float) -> Ring:
    """Return a thick line with round ends."""
    turn = math.degrees(maths.atan2(end[1] - start[1], end[0] - start[0]))
    return [
        *arc(radius, turn - 90, turn + 90, *end),
        *arc(radius, turn + 90, turn + 270, *start),
    ]


def ribbon(points: Sequence[Point], width: float) -> list[Ring]:
    """Return a line through points as pieces with round ends."""
    return [capsule(a, b, width / 2) for a, b in pairwise(points)]


def dashes(radius: float, count: int, width: float) -> list[Ring]:
    """Return a dashed circle."""
    step = 360 / count
    return [sector(radius, width, i * step, (i + 0.55) * step) for i in range(count)]


def dashed(start: Point, end: Point, dash: float, width: float) -> list[Ring]:
    """Return a dashed straight line."""
    length = maths.dist(start, end)
    count = max(1, round(length / (2 * dash)))
    found = []
    for i in range(count):
        a, b = (i + 0.2) / count, (i + 0.75) / count
        ends = [
            (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            for share in (a, b)
        ]
        found.append(line(ends[0], ends[1], width))
    return found
