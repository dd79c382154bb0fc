"""A canvas in scene units, for single pictures of scenes."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from topple._native import Canvas
from topple.draw.figures import Point, Rgb, line
from topple.sim.scene import Body, Circle


class Brush:
    """Draws on a square canvas that shows `span` units, with a margin in pixels around them.

    The background is a colour, or a picture of that size to draw over.
    """

    def __init__(
        self, size: int, span: float, background: Rgb | NDArray[np.uint8], margin: int = 0
    ) -> None:
        if isinstance(background, tuple):
            self.canvas = Canvas(size, size, background)
        else:
            self.canvas = Canvas(background)
        self.size = size
        self.margin = margin
        self.scale = (size - 2 * margin) / span

    def to_canvas(self, x: float, y: float) -> Point:
        """Convert scene units to pixels."""
        return self.margin + x * self.scale, self.size - self.margin - y * self.scale

    def body(self, body: Body, pose: NDArray[np.float64], rgb: Rgb) -> None:
        """Fill the shapes of a body."""
        x, y, angle = (float(value) for value in pose)
        cos, sin = math.cos(angle), math.sin(angle)
        for shape in body.shapes:
            if isinstance(shape, Circle):
                self.disc(x, y, shape.radius, rgb)
                continue
            corners = shape.vertices
            self.polygon([(x + u * cos - v * sin, y + v * cos + u * sin) for u, v in corners], rgb)

    def line(self, start: Point, end: Point, half: float, rgb: Rgb) -> None:
        """Draw a straight line of width 2 x `half`."""
        self.polygon(list(line(start, end, 2 * half)), rgb)

    def polygon(self, points: list[Point], rgb: Rgb) -> None:
        """Fill a convex polygon."""
        self.canvas.polygon([self.to_canvas(x, y) for x, y in points], rgb, 1.0)

    def disc(self, x: float, y: float, radius: float, rgb: Rgb, opacity: float = 1.0) -> None:
        """Fill a disc."""
        self.canvas.disc(*self.to_canvas(x, y), radius * self.scale, rgb, opacity)
