"""One of every kind, and pixels inside outlines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from levels import RED
from numpy.typing import NDArray

from topple.worlds.birds import Level, Placed, View, view
from topple.worlds.birds.look.screenshot import HEIGHT, WIDTH, camera, drawings, screenshot, table
from topple.worlds.birds.visible import VisibleThing

Rings = Sequence[Sequence[Sequence[float]]]

EMPTY = Level((), ())
# Every kind in every look; what is no thing has no outline of its own.
KINDS = [key for key in table()[0] if key[0] not in ("band", "sling")]


def lone(kind: str, look: int, x: float = 0.0, y: float = -1.0, angle: float = 0.0) -> View:
    """Show one thing and nothing else but ground and sling."""
    empty = view(EMPTY)
    return View(empty.sling_id, empty.pivot, (VisibleThing(1, kind, look, x, y, angle),), None)


def drawn(seen: View) -> NDArray[np.bool_]:
    """Return which pixels a view changes."""
    changed: NDArray[np.bool_] = (screenshot(seen) != screenshot(EMPTY)).any(axis=-1)
    return changed


def inside(rings: Rings, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which points an odd number of rings surrounds."""
    odd = np.zeros(np.broadcast(x, y).shape, bool)
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if ay != by:
                crosses = (ay <= y) != (by <= y)
                odd ^= crosses & (x < ax + (bx - ax) * (y - ay) / (by - ay))
    return odd


def centres() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return x and y of the centres of all pixels."""
    y, x = np.mgrid[:HEIGHT, :WIDTH] + 0.5
    return x, y


def distance(rings: Rings, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return every point's distance from the nearest edge."""
    nearest = np.full(x.shape, np.inf)
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            length = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-9)
            share = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0, 1)
            away = np.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
            nearest = np.minimum(nearest, away)
    return nearest


def coverage(seen: View) -> NDArray[np.float64]:
    """Return how much of each pixel a lone thing covers, with four lines per pixel."""
    rings = _silhouette(seen)
    left = np.arange(WIDTH)
    covered = np.zeros((HEIGHT, WIDTH))
    heights = [y for ring in rings for _, y in ring]
    first, last = max(0, int(4 * min(heights)) - 1), int(4 * max(heights)) + 1
    for line in range(first, min(last, 4 * HEIGHT)):
        y = (line + 0.5) / 4
        ends = sorted(
            ax + (bx - ax) * (y - ay) / (by - ay)
            for ring in rings
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True)
            if (ay <= y) != (by <= y)
        )
        for a, b in zip(ends[::2], ends[1::2], strict=True):
            overlap = np.minimum(left + 1, b) - np.maximum(left, a)
            covered[line // 4] += np.maximum(overlap, 0) / 4
    return covered


def _silhouette(seen: View) -> Rings:
    (thing,) = seen.things
    scale, left, top = camera()
    cos, sin = scale * np.cos(thing.angle), scale * np.sin(thing.angle)
    x, y = left + scale * thing.x, top - scale * thing.y
    return [
        [(x + u * cos - v * sin, y - u * sin - v * cos) for u, v in ring]
        for ring in drawings()[thing.kind, thing.look][0][0]
    ]


# Something of all that moves, breaks and bursts.
MIXED = Level(
    ("BirdBlue", "BirdWhite", *RED),
    (
        Placed("platform", "Platform", -5.0, -1.5, 0.0, "", 4.0, 0.3),
        Placed("block", "RectBig", -5.0, -1.3, 0.0, "wood"),
        Placed("block", "SquareHole", -5.0, -0.7, 0.0, "stone"),
        Placed("block", "Circle", -3.0, -3.1, 0.0, "ice"),
        Placed("block", "Triangle", 0.0, -3.1, 0.0, "ice"),
        Placed("tnt", "", 2.0, -3.17),
        Placed("pig", "BasicMedium", -5.5, -0.7),
        Placed("pig", "BasicBig", 4.0, -3.0),
        Placed("pig", "BasicSmall", 6.0, -3.27),
    ),
)
