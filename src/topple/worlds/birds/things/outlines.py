"""Outlines of things, their areas and their convex parts."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from functools import cache

from topple.sim import maths
from topple.sim.scene import Polygon, Shape
from topple.sim.shapes import convex_pieces

Outline = tuple[tuple[float, float], ...]

# The pieces of outlines with ears that are equal but for rounding, as corners, by a hash of the
# outline. How they were cut is part of the game: another cut is another order of contacts.
_PIECES = {
    "948f84592287f246": (
        (19, 0, 1, 2, 3, 4, 5, 18),
        (14, 15, 16, 17, 18, 5, 6, 7),
        (14, 7, 8, 9, 10, 11, 12, 13),
    ),
    "d68cadaacffa544e": ((11, 12, 0, 1, 2, 3, 4, 5), (9, 10, 11, 5, 6, 7, 8)),
    "1bd92b836fd917dd": (
        (21, 22, 23, 24, 25, 26, 27, 20),
        (18, 19, 20, 27, 28),
        (2, 3, 4, 5, 6, 7),
        (30, 31, 32, 33, 34, 0, 1, 29),
        (7, 8, 9, 18, 28, 29, 1, 2),
        (12, 13, 14, 15, 16, 17, 18, 11),
        (10, 11, 18),
        (9, 10, 18),
    ),
}


def box(width: float, height: float) -> Outline:
    """Return the corners of a box around the origin."""
    x, y = width / 2, height / 2
    return ((-x, -y), (x, -y), (x, y), (-x, y))


def round_with_base(
    width: float, height: float, base: tuple[float, float], base_y: float, corners: int
) -> Outline:
    """Return an ellipse with a flat base from `base[0]` to `base[1]`, as a convex outline."""
    return _with_base(width, height, base, base_y, corners, 0.0)


def ball_with_base(width: float, base: tuple[float, float], base_y: float, corners: int) -> Outline:
    """Return a disc with flat base and top: some templates balance a bar on a ball."""
    return _with_base(width, width, base, base_y, corners, math.pi / 2 + math.pi / corners)


def _with_base(
    width: float,
    height: float,
    base: tuple[float, float],
    base_y: float,
    corners: int,
    first: float,
) -> Outline:
    rim = [
        (width / 2 * maths.cos(turn), height / 2 * maths.sin(turn))
        for turn in (first + 2 * math.pi * i / corners for i in range(corners))
    ]
    return hull([(x, y) for x, y in rim if y > base_y] + [(x, base_y) for x in base])


def area(outline: Outline) -> float:
    """Return the area of a counter-clockwise outline."""
    ahead = outline[1:] + outline[:1]
    return (
        maths.total(ax * by - ay * bx for (ax, ay), (bx, by) in zip(outline, ahead, strict=True))
        / 2
    )


def shapes(outline: Outline) -> tuple[Shape, ...]:
    """Cut an outline into convex shapes for the engine; most are convex already."""
    return (Polygon(outline),) if len(outline) <= 8 else _cut(outline)


@cache
def _cut(outline: Outline) -> tuple[Shape, ...]:
    """Cache the cuts: few kinds of things need them, but every level has some."""
    stored = _PIECES.get(hashlib.sha256(repr(outline).encode()).hexdigest()[:16])
    if stored is None:
        return convex_pieces(outline)
    return tuple(Polygon(tuple(outline[i] for i in piece)) for piece in stored)


def hull(points: Iterable[tuple[float, float]]) -> Outline:
    """Return the convex hull, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    return tuple(_chain(ordered)[:-1] + _chain(ordered[::-1])[:-1])


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    chain: list[tuple[float, float]] = []
    for x, y in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain
