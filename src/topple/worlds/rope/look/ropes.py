"""Ropes: a slack one hangs as a parabola of its true length; a stretched one turns red."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import Figure, Ring, fill
from topple.sim import maths
from topple.worlds.rope.frame import RopeState
from topple.worlds.rope.look import colours

Curve = NDArray[np.float64]  # points, from the pin to the candy

RED_FROM = 0.05  # stretch from which a cord is red
SHADES = 6
_REDDEST = 0.8  # stretch at which a rope has its last shade
_WIDTH = 1.15
_PIECE = 2.3  # units of a rope per piece
_FEWEST, _MOST = 8, 24
_HALVINGS = 40  # halvings of the interval that holds the sag


def curve(rope: RopeState, x: float, y: float) -> Curve:
    """Return the points of a rope to a candy at (x, y)."""
    pieces = min(max(round(rope.length / _PIECE), _FEWEST), _MOST)
    share = np.linspace(0.0, 1.0, pieces + 1)
    points = np.column_stack([rope.x + share * (x - rope.x), rope.y + share * (y - rope.y)])
    hang = 4 * share * (1 - share)
    points[:, 1] -= _sag(points, hang, rope.length) * hang
    return points


def _sag(points: Curve, hang: NDArray[np.float64], length: float) -> float:
    """Return how far the middle hangs below the straight line; 0 for a taut rope."""
    if length <= maths.dist(points[0], points[-1]):
        return 0.0
    steps, drops = np.diff(points, axis=0), np.diff(hang)
    low, high = 0.0, length
    for _ in range(_HALVINGS):
        sag = (low + high) / 2
        if np.hypot(steps[:, 0], steps[:, 1] - sag * drops).sum() < length:
            low = sag
        else:
            high = sag
    return low


def at(points: Curve, distance: float) -> tuple[float, float]:
    """Return the place at a distance along a rope from its pin."""
    lengths = np.hypot(*np.diff(points, axis=0).T)
    ends = np.concatenate([[0.0], np.cumsum(lengths)])
    x, y = (float(np.interp(distance, ends, column)) for column in points.T)
    return x, y


def stretch(rope: RopeState, x: float, y: float) -> float:
    """Return by which share a rope is longer than at rest."""
    return max(0.0, maths.dist((rope.x, rope.y), (x, y)) / rope.length - 1)


def shade(stretched: float) -> int:
    """Return the shade of a rope, from 0 for none to the last for a strong pull."""
    if stretched < RED_FROM:
        return 0
    share = (stretched - RED_FROM) / (_REDDEST - RED_FROM)
    return min(1 + int(share * (SHADES - 1)), SHADES - 1)


def cord(shade: int) -> Figure:
    """Draw a piece of twine of length 1 to the right."""
    share = shade / (SHADES - 1)
    twist: Ring = [(0.05, -0.3), (0.4, -0.3), (0.85, 0.3), (0.5, 0.3)]
    red = 0.4 + 0.6 * share if shade else 0.0
    return (
        fill(colours.mixed(colours.CORD_EDGE, colours.TAUT, red / 2), _bar(_WIDTH)),
        fill(colours.mixed(colours.CORD, colours.TAUT, red), _bar(0.62 * _WIDTH)),
        fill(colours.mixed(colours.CORD_THREAD, colours.TAUT, red / 2), twist),
    )


def elastic(shade: int) -> Figure:
    """Draw a piece of a smooth rubber band of length 1 to the right; it thins as it stretches."""
    share = shade / (SHADES - 1)
    width = _WIDTH * (1.15 - 0.35 * share)
    ink = colours.mixed(colours.ELASTIC, colours.TAUT, share)
    return (
        fill(colours.mixed(ink, colours.INK, 0.45), _bar(width)),
        fill(ink, _bar(0.6 * width)),
        fill(colours.SHINE, _bar(0.14 * width), opacity=0.7),
    )


def _bar(width: float) -> Ring:
    """Return a bar that overlaps its neighbours a little, so that bends have no gaps."""
    half = width / 2
    return [(-0.06, -half), (1.06, -half), (1.06, half), (-0.06, half)]
