"""Gaps and overlaps between the objects of a level."""

from __future__ import annotations

from collections.abc import Iterator

from topple.sim import maths
from topple.worlds.iphyre.level import BLOCK_RADIUS, Level

_MARGIN = 1e-6  # pixels, far above the rounding of a distance

Point = tuple[float, float]
Capsule = tuple[Point, Point, float]  # the ends of an axis, and a radius


def overlaps(level: Level, number: int) -> Iterator[float]:
    """Return how deep an object overlaps each object, 0 where it does not.

    Fixed blocks may overlap as they like: the pairs of two count as 0.
    """
    others = range(len(level.blocks) + len(level.balls))
    own, moves = _capsule(level, number), number in level.moving
    return (
        _depth(own, _capsule(level, other))
        if other != number and (moves or other in level.moving)
        else 0.0
        for other in others
    )


def capsules(level: Level) -> list[Capsule]:
    """Return the ends of every object's axis, and its radius."""
    return [_capsule(level, number) for number in range(len(level.blocks) + len(level.balls))]


def _depth(first: Capsule, second: Capsule) -> float:
    (a, b, one), (c, d, other) = first, second
    reach = one + other + _MARGIN
    # Most pairs are far apart, which their boxes show in a fraction of the time.
    for axis in (0, 1):
        low, high = (a[axis], b[axis]) if a[axis] < b[axis] else (b[axis], a[axis])
        if low - reach > max(c[axis], d[axis]) or high + reach < min(c[axis], d[axis]):
            return 0.0
    return max(0.0, -(distance(a, b, c, d) - one - other))


def _capsule(level: Level, number: int) -> Capsule:
    if number < len(level.blocks):
        x1, y1, x2, y2, _ = level.blocks[number]
        return (x1, y1), (x2, y2), BLOCK_RADIUS
    x, y, radius = level.balls[number - len(level.blocks)]
    return (x, y), (x, y), radius


def distance(a: Point, b: Point, c: Point, d: Point) -> float:
    """Return the distance of two line segments."""
    if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
        return 0.0
    return min(_to(a, c, d), _to(b, c, d), _to(c, a, b), _to(d, a, b))


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _to(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point to a line segment."""
    along = (b[0] - a[0], b[1] - a[1])
    square = along[0] * along[0] + along[1] * along[1]
    way = (point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]
    share = min(1.0, max(0.0, way / square)) if square else 0.0
    return maths.hypot(point[0] - a[0] - share * along[0], point[1] - a[1] - share * along[1])
