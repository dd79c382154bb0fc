"""The region that full-stretch shots can reach, as in the original's task generator."""

from __future__ import annotations

from itertools import pairwise

# Corners of the boundary; between them it is straight.
BOUNDARY = (
    (-6.51, 7.10),
    (-4.04, 6.29),
    (-1.98, 5.37),
    (0.03, 4.23),
    (2.03, 2.90),
    (3.97, 1.49),
    (5.82, 0.00),
    (7.53, -1.57),
    (9.00, -3.02),
    (9.46, -3.49),
)


def highest(x: float) -> float:
    """Return the height of the boundary at x; constant left of its first corner."""
    if x <= BOUNDARY[0][0]:
        return BOUNDARY[0][1]
    for (left, high), (right, low) in pairwise(BOUNDARY):
        if x <= right:
            return high + (low - high) * (x - left) / (right - left)
    return BOUNDARY[-1][1]


def farthest(y: float) -> float:
    """Return the x at which the boundary falls to a height."""
    if y >= BOUNDARY[0][1]:
        return BOUNDARY[0][0]
    for (left, high), (right, low) in pairwise(BOUNDARY):
        if y >= low:
            return left + (right - left) * (high - y) / (high - low)
    return BOUNDARY[-1][0]
