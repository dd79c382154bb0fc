"""A closer look at a level of birds: the part of the picture where something happens."""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.worlds.birds.look.paths import Path, Target, dotted
from topple.worlds.birds.look.screenshot import (
    HEIGHT,
    LARGEST,
    WIDTH,
    camera,
    screenshot,
    spots,
    table,
)
from topple.worlds.birds.symbolic import visible
from topple.worlds.birds.things.fixtures import GROUND_TOP
from topple.worlds.birds.visible import View

_SHAPE = 0.6  # of height to width
_NARROWEST = 0.36  # of the picture's width: closer, one would not know where one is
_ROOM = 0.012  # of the picture's width, around all that is shown
_SOIL = 0.6  # units of ground below its top


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the picture; all numbers are shares of the picture's width."""

    left: float = 0.0
    top: float = 0.0
    width: float = 1.0
    height: float = HEIGHT / WIDTH

    def look(self, seen: View, size: int, paths: Sequence[Path] = ()) -> NDArray[np.uint8]:
        """Draw what is seen through the window, `size` pixels wide.

        With the ways of birds, if there are any, and then with rings around the pigs.
        """
        whole = min(LARGEST, round(size / self.width))
        pixels = screenshot(seen, whole)
        if paths:
            pixels = dotted(pixels, paths, _pigs(seen))
        height = round(size * self.height / self.width)
        x = min(math.floor(self.left * whole), whole - size)
        y = max(0, min(math.floor(self.top * whole), len(pixels) - height))
        return np.ascontiguousarray(pixels[y : y + height, x : x + size])


WHOLE = Window()


def around(seen: View, paths: Sequence[Path], unneeded: Container[int] = ()) -> Window:
    """Choose the smallest window that holds what is in sight and needed, and the ways."""
    scale, x, y = camera()
    needed = [sight for sight in visible(seen) if sight.id not in unneeded]
    boxes = table()[1].bounds(spots(needed), camera())
    ways = [np.array([x, y]) + path.points * (scale, -scale) for path in paths]
    pivot = np.array([[x + seen.pivot[0] * scale, y - seen.pivot[1] * scale]])
    points = np.concatenate([boxes[:, :2], boxes[:, 2:], pivot, *ways])
    points = np.clip(points, 0.0, (WIDTH, HEIGHT))
    bottom = y - (GROUND_TOP - _SOIL) * scale
    left, top = points.min(axis=0) - _ROOM * WIDTH
    right = points[:, 0].max() + _ROOM * WIDTH
    width = max(right - left, (bottom - top) / _SHAPE, _NARROWEST * WIDTH)
    width = min(width, float(WIDTH))
    height = width * _SHAPE
    left = min(max(0.0, (left + right - width) / 2), WIDTH - width)
    top = max(0.0, bottom - height)
    return Window(*(float(side) / WIDTH for side in (left, top, width, height)))


def _pigs(seen: View) -> list[Target]:
    scale, _, _ = camera()
    pigs = [sight for sight in seen.sights if sight.kind.startswith("pig")]
    boxes = table()[1].bounds(spots(pigs), camera())
    widths = (boxes[:, 2] - boxes[:, 0]) / scale
    return [(pig.x, pig.y, width) for pig, width in zip(pigs, widths.tolist(), strict=True)]
