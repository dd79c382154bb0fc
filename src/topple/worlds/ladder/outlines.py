"""Outlines of what a recording shows, and the gaps between them.

A picture shows what is asked about, so gaps are those of the drawn outlines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import Figure
from topple.sim import maths

Floats = NDArray[np.float64]
Rings = tuple[Floats, ...]  # polygons, corners x 2


def silhouette(figure: Figure) -> Rings:
    """Return the rings of a figure, without those that lie inside the first stroke."""
    first, *others = ([np.array(ring) for ring in rings] for rings, _, _ in figure)
    found = list(first)
    low, high = first[0].min(axis=0), first[0].max(axis=0)
    for ring in (ring for rings in others for ring in rings):
        if (ring.min(axis=0) < low).any() or (ring.max(axis=0) > high).any():
            found.append(ring)
    return tuple(found)


def placed_all(rings: Rings, spots: Floats) -> Rings:
    """Scale, turn and move rings to many spots; return spots x corners x 2."""
    x, y, angle, wide, high = spots.T[:, :, None]
    cos, sin = maths.cosines(angle), maths.sines(angle)
    found = []
    for ring in rings:
        u, v = ring[:, 0] * wide, ring[:, 1] * high
        found.append(np.stack([cos * u - sin * v + x, sin * u + cos * v + y], axis=-1))
    return tuple(found)


def boxes(rings: Rings) -> Floats:
    """Return left, bottom, right and top of rings at many spots."""
    low = np.min([ring.min(axis=1) for ring in rings], axis=0)
    high = np.max([ring.max(axis=1) for ring in rings], axis=0)
    return np.concatenate([low, high], axis=1)


def box(rings: Rings) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top."""
    low = np.min([ring.min(axis=0) for ring in rings], axis=0)
    high = np.max([ring.max(axis=0) for ring in rings], axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def middle(rings: Rings) -> tuple[float, float]:
    """Return the middle of a drawing: that of all its rings, weighted by area.

    So it moves as the drawing does, however the drawing turns.
    """
    across = upwards = whole = 0.0
    for ring in rings:
        area, x, y = _centroid(ring)
        across, upwards, whole = across + area * x, upwards + area * y, whole + area
    return across / whole, upwards / whole


def largest(rings: Rings) -> Floats:
    """Return the ring with the largest area."""
    return max(rings, key=lambda ring: _centroid(ring)[0])


def gap(first: Rings, second: Rings) -> float:
    """Return the distance between two drawings, 0 where they overlap."""
    return min(_gap(a, b) for a in first for b in second)


def _gap(a: Floats, b: Floats) -> float:
    if _inside(a, b).any() or _inside(b, a).any():
        return 0.0
    return min(_to_edges(a, b), _to_edges(b, a))


def _to_edges(points: Floats, corners: Floats) -> float:
    """Return the smallest distance from any of the points to any edge."""
    along = np.roll(corners, -1, axis=0) - corners
    length = np.maximum(maths.dots(along, along), 1e-12)
    away = points[:, None] - corners
    share = np.clip(maths.dots(away, along) / length, 0.0, 1.0)
    off = away - share[..., None] * along
    return float(np.sqrt(maths.dots(off, off)).min())


def _inside(points: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Return which points lie inside a ring, by the even-odd rule."""
    after = np.roll(corners, -1, axis=0)
    x, y = points[:, :1], points[:, 1:]
    crosses = (corners[:, 1] > y) != (after[:, 1] > y)
    rise = np.where(after[:, 1] == corners[:, 1], 1.0, after[:, 1] - corners[:, 1])
    at = corners[:, 0] + (y - corners[:, 1]) * (after[:, 0] - corners[:, 0]) / rise
    odd: NDArray[np.bool_] = (crosses & (x < at)).sum(axis=1) % 2 == 1
    return odd


def _centroid(ring: Floats) -> tuple[float, float, float]:
    """Return the area of a ring, and its middle."""
    x, y = (ring - ring[0]).T  # from a corner, so that no digits are lost far from the origin
    after_x, after_y = np.roll(x, -1), np.roll(y, -1)
    parts = x * after_y - after_x * y
    twice = maths.total(parts.tolist())
    across = maths.total(((x + after_x) * parts).tolist()) / (3 * twice)
    upwards = maths.total(((y + after_y) * parts).tolist()) / (3 * twice)
    return abs(twice) / 2, float(ring[0, 0]) + across, float(ring[0, 1]) + upwards
