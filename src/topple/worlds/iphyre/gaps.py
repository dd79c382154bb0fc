"""Gaps and overlaps between the objects of a level."""

from __future__ import annotations

from topple.sim import maths
from topple.worlds.iphyre.level import BLOCK_RADIUS, Level

_MARGIN = 1e-6  # pixels, far above the rounding of a distance

Point = tuple[float, float]
Capsule = tuple[Point, Point, float]  # the ends of an axis, and a radius


def capsules(level: Level) -> list[Capsule]:
    """Return the ends of every object's axis, and its radius."""
    return [_capsule(level, number) for number in range(len(level.blocks) + len(level.balls))]


def depth(first: Capsule, second: Capsule) -> float:
    """Return how deep two objects overlap; 0 if they do not."""
    (a, b, one), (c, d, other) = first, second
    reach = one + other + _MARGIN
    # Most pairs are far apart, which their boxes show in a fraction of the time.
    if _apart(a[0], b[0], c[0], d[0], reach) or _apart(a[1], b[1], c[1], d[1], reach):
        return 0.0
    return max(0.0, -(distance(a, b, c, d) - one - other))


def _apart(a: float, b: float, c: float, d: float, reach: float) -> bool:
    """Return whether the intervals a to b and c to d are farther apart than `reach`."""
    low, high = (a - reach, b + reach) if a < b else (b - reach, a + reach)
    return (c < low and d < low) or (c > high and d > high)


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
