"""Figures: vector drawings as plain data, in world units with y up."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]
Ring = Sequence[Point]
Rgb = tuple[int, int, int]
# Rings filled by the even-odd rule, their ink and its opacity.
Stroke = tuple[tuple[Ring, ...], Rgb, float]
# From the back to the front. The first stroke is the silhouette; the others stay within it.
Figure = tuple[Stroke, ...]

BLACK: Rgb = (24, 24, 28)
WHITE: Rgb = (255, 255, 255)


def fill(ink: Rgb, *rings: Ring, opacity: float = 1.0) -> Stroke:
    """Return a stroke that fills rings with ink."""
    return rings, ink, opacity


def oval(x: float, y: float, width: float, height: float, corners: int = 16) -> Ring:
    """Return an ellipse around (x, y) as a polygon."""
    turns = (2 * math.pi * i / corners for i in range(corners))
    return [(x + width / 2 * math.cos(t), y + height / 2 * math.sin(t)) for t in turns]


def line(start: Point, end: Point, width: float) -> Ring:
    """Return a straight line as a rectangle."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1.0
    u, v = -(by - ay) / length * width / 2, (bx - ax) / length * width / 2
    return [(ax + u, ay + v), (ax - u, ay - v), (bx - u, by - v), (bx + u, by + v)]


def shade(ink: Rgb, share: float) -> Rgb:
    """Darken a colour by a share."""
    red, green, blue = (round(part * (1 - share)) for part in ink)
    return red, green, blue


def chords(rings: Sequence[Ring], at: float, axis: int = 0) -> list[tuple[float, float]]:
    """Return the parts of a line that lie inside rings.

    The line is vertical at x = `at`, or with axis 1 horizontal at y = `at`.
    """
    found = []
    for ring in rings:
        for i, point in enumerate(ring):
            a, b = ring[i - 1], point
            if (a[axis] <= at) != (b[axis] <= at):
                share = (at - a[axis]) / (b[axis] - a[axis])
                found.append(a[1 - axis] + share * (b[1 - axis] - a[1 - axis]))
    found.sort()
    return list(zip(found[::2], found[1::2], strict=True))
