"""A closer look at a level of birds: the part of the picture where something happens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.reports.birds_paths import Path, dotted
from topple.worlds.birds.art import HEIGHT, LARGEST, WIDTH, camera, screenshot, spots, table
from topple.worlds.birds.others import GROUND_TOP
from topple.worlds.birds.sights import View

_NARROWEST = 0.36  # of the picture's width: closer, one would not know where one is
_ROOM = 0.012  # of the picture's width, around all that is shown
_SOIL = 0.6  # units of ground below its top


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the picture of the picture's shape; all numbers are shares of its width."""

    left: float = 0.0
    top: float = 0.0
    width: float = 1.0

    def look(self, seen: View, size: int, paths: Sequence[Path] = ()) -> NDArray[np.uint8]:
        """Draw what is seen through the window, `size` pixels wide.

        With the ways of birds, if there are any, and then with rings around the pigs.
        """
        whole = min(LARGEST, round(size / self.width))
        pixels = screenshot(seen, whole)
        if paths:
            pigs = [(sight.x, sight.y) for sight in seen.sights if sight.kind.startswith("pig")]
            pixels = dotted(pixels, paths, pigs)
        height = size * HEIGHT // WIDTH
        x = min(math.floor(self.left * whole), whole - size)
        y = min(math.floor(self.top * whole), len(pixels) - height)
        return np.ascontiguousarray(pixels[y : y + height, x : x + size])


WHOLE = Window()


def around(seen: View, paths: Sequence[Path]) -> Window:
    """Choose the smallest window that holds all that is in sight, the sling and the ways."""
    scale, x, y = camera()
    boxes = table()[1].bounds(spots(seen.sights), camera())
    ways = [np.array([x, y]) + path.points * (scale, -scale) for path in paths]
    pivot = np.array([[x + seen.pivot[0] * scale, y - seen.pivot[1] * scale]])
    points = np.concatenate([boxes[:, :2], boxes[:, 2:], pivot, *ways])
    points = np.clip(points, 0.0, (WIDTH, HEIGHT))
    bottom = y - (GROUND_TOP - _SOIL) * scale
    left, top = points.min(axis=0) - _ROOM * WIDTH
    right = points[:, 0].max() + _ROOM * WIDTH
    width = max(right - left, (bottom - top) * WIDTH / HEIGHT, _NARROWEST * WIDTH)
    width = min(width, float(WIDTH))
    left = min(max(0.0, (left + right - width) / 2), WIDTH - width)
    top = min(max(0.0, bottom - width * HEIGHT / WIDTH), HEIGHT - width * HEIGHT / WIDTH)
    return Window(left / WIDTH, top / WIDTH, width / WIDTH)
