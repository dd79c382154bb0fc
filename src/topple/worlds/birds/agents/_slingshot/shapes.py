"""Geometry of outlines: distances, heights at a place, and what rests on what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.worlds.birds.agents._slingshot.perception import Point, Thing

Floats = NDArray[np.float64]
# Outlines are rounded to pixels of 0.055 units; boxes are drawn up to 0.09 larger than they are.
NEAR = 0.15
_LEAST_OVERLAP = 0.05
_PLACES = 5  # along the shared width, where heights are compared


def sides(corners: Sequence[Point]) -> Floats:
    """Return the sides of an outline: start and direction of each, as x, y, dx, dy."""
    start = np.array(corners)
    return np.concatenate([start, np.array([*corners[1:], corners[0]]) - start], axis=1).T


def distances(points: Floats, outline: Floats) -> Floats:
    """Return the distances of points from a convex outline, given by its sides; 0 inside."""
    x, y, along_x, along_y = outline
    away_x, away_y = points[:, :1] - x, points[:, 1:] - y
    length = np.maximum(along_x**2 + along_y**2, 1e-12)
    share = np.minimum(np.maximum((away_x * along_x + away_y * along_y) / length, 0.0), 1.0)
    found = np.hypot(away_x - share * along_x, away_y - share * along_y).min(axis=1)
    turn = along_x * away_y - along_y * away_x
    inside = (turn >= 0).all(axis=1) | (turn <= 0).all(axis=1)
    return np.where(inside, 0.0, found)


def gap(one: Thing, other: Thing) -> float:
    """Return the distance between two outlines."""
    there = distances(np.array(one.corners), sides(other.corners)).min()
    back = distances(np.array(other.corners), sides(one.corners)).min()
    return float(min(there, back))


def top_at(thing: Thing, x: float) -> float:
    """Return the height of a thing's upper side at x."""
    return max(_heights(thing, x))


def bottom_at(thing: Thing, x: float) -> float:
    """Return the height of a thing's lower side at x."""
    return min(_heights(thing, x))


def rests_on(upper: Thing, lower: Thing) -> bool:
    """Return whether one thing rests on another."""
    left, right = max(upper.left, lower.left), min(upper.right, lower.right)
    apart = upper.middle[1] <= lower.bottom or upper.bottom > lower.top + NEAR
    if apart or right - left < _LEAST_OVERLAP:
        return False
    gaps = [bottom_at(upper, x) - top_at(lower, x) for x in np.linspace(left, right, _PLACES)]
    return min(map(abs, gaps)) < NEAR


def _heights(thing: Thing, x: float) -> list[float]:
    """Return where the vertical line at x crosses an outline."""
    found = []
    ahead = thing.corners[1:] + thing.corners[:1]
    for (ax, ay), (bx, by) in zip(thing.corners, ahead, strict=True):
        if min(ax, bx) <= x <= max(ax, bx):
            share = (x - ax) / (bx - ax) if bx != ax else 0.0
            found += [ay + share * (by - ay)] + ([by] if bx == ax else [])
    return found or [thing.middle[1]]
