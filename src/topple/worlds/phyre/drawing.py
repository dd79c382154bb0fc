"""Pictures of scenes for people, drawn by the native canvas."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from topple._native import Canvas
from topple.errors import BadInput
from topple.sim.scene import Body, Circle
from topple.sim.shapes import grown
from topple.worlds.phyre.bodies import WIDTH, Colour
from topple.worlds.phyre.view import PALETTE

Rgb = tuple[int, int, int]
Points = list[tuple[float, float]]

BACKGROUND: Rgb = (250, 248, 243)
FRAME: Rgb = (203, 199, 190)
SMALLEST, LARGEST = 32, 4096

_FRAME_SHARE = 0.016  # of the picture's width
_HALO = 2.5  # how far the glow of a goal body reaches, in scene pixels
_HALO_STRENGTH = 0.28
_MARK_STRENGTH = 0.28
_REFUSED_STRENGTH = 0.3
_ARC = 10  # corners of a quarter circle


def draw(
    bodies: Sequence[Body],
    poses: NDArray[np.float64],
    size: int,
    *,
    goal: Collection[int] = (),
    refused: Sequence[Sequence[float]] = (),
    frame: Rgb = FRAME,
) -> NDArray[np.uint8]:
    """Draw bodies at bodies x (x, y, angle) as size x size x 3 colours, top row first.

    Bodies numbered in `goal` glow; `refused` are balls (x, y, radius) that may not stand there.
    """
    if not SMALLEST <= size <= LARGEST:
        raise BadInput(f"a picture of {size} pixels", f"give {SMALLEST} to {LARGEST}")
    brush = Brush(size)
    placed = [(i, body) for i, body in enumerate(bodies) if body.kind != "wall"]
    for i, body in placed:
        if i in goal:
            brush.body(body, poses[i], _mixed(colour_of(body), _HALO_STRENGTH), grow=_HALO)
    for i, body in placed:
        brush.body(body, poses[i], colour_of(body))
        if body.kind == "ball" and body.dynamic:
            brush.mark(poses[i], body.diameter / 2)
    brush.frame(frame)
    for x, y, radius in refused:
        brush.refused(x, y, radius)
    return brush.canvas.pixels()


class Brush:
    """A canvas and the way from scene pixels to its own; `margin` is the width of the border.

    The background is a colour, or a picture of that size to go on with.
    """

    def __init__(
        self,
        size: int,
        background: Rgb | NDArray[np.uint8] = BACKGROUND,
        margin: int | None = None,
    ) -> None:
        if isinstance(background, tuple):
            self.canvas = Canvas(size, size, background)
        else:
            self.canvas = Canvas(background)
        self.size = size
        self.margin = max(2, round(size * _FRAME_SHARE)) if margin is None else margin
        self.scale = (size - 2 * self.margin) / WIDTH

    def to_canvas(self, x: float, y: float) -> tuple[float, float]:
        return self.margin + x * self.scale, self.size - self.margin - y * self.scale

    def body(self, body: Body, pose: NDArray[np.float64], rgb: Rgb, grow: float = 0.0) -> None:
        """Fill the body's shapes, larger by `grow` on every side."""
        x, y, angle = (float(value) for value in pose)
        cos, sin = math.cos(angle), math.sin(angle)
        for shape in body.shapes:
            if isinstance(shape, Circle):
                self.disc(x, y, shape.radius + grow, rgb)
                continue
            corners = grown(shape.vertices, grow) if grow else shape.vertices
            self.polygon([(x + u * cos - v * sin, y + v * cos + u * sin) for u, v in corners], rgb)

    def mark(self, pose: NDArray[np.float64], radius: float) -> None:
        """Lighten two opposite quarters of a ball, so that one can see it turn."""
        x, y, angle = (float(value) for value in pose)
        for start in (angle, angle + math.pi):
            arc = [start + i * math.pi / 2 / _ARC for i in range(_ARC + 1)]
            rim = [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in arc]
            self.polygon([(x, y), *rim], (255, 255, 255), _MARK_STRENGTH)

    def refused(self, x: float, y: float, radius: float) -> None:
        """Show a ball that may not stand there: pale, and crossed out."""
        red = _rgb(Colour.RED)
        self.disc(x, y, radius, red, _REFUSED_STRENGTH)
        reach, half = radius * 0.7, max(1.0, radius * 0.1)
        for side in (reach, -reach):
            self.line((x - reach, y - side), (x + reach, y + side), half, red)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], half: float, rgb: Rgb
    ) -> None:
        """Draw a straight line of width 2 x `half`."""
        (x0, y0), (x1, y1) = start, end
        length = math.hypot(x1 - x0, y1 - y0)
        u, v = -(y1 - y0) / length * half, (x1 - x0) / length * half
        self.polygon([(x0 + u, y0 + v), (x0 - u, y0 - v), (x1 - u, y1 - v), (x1 + u, y1 + v)], rgb)

    def frame(self, rgb: Rgb) -> None:
        """Paint the border over whatever reaches into it."""
        far, m = float(self.size), float(self.margin)
        for left, top, right, bottom in (
            (0.0, 0.0, far, m),
            (0.0, far - m, far, far),
            (0.0, 0.0, m, far),
            (far - m, 0.0, far, far),
        ):
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
            self.canvas.polygon(corners, rgb, 1.0)

    def polygon(self, points: Points, rgb: Rgb, opacity: float = 1.0) -> None:
        self.canvas.polygon([self.to_canvas(x, y) for x, y in points], rgb, opacity)

    def disc(self, x: float, y: float, radius: float, rgb: Rgb, opacity: float = 1.0) -> None:
        self.canvas.disc(*self.to_canvas(x, y), radius * self.scale, rgb, opacity)


def colour_of(body: Body) -> Rgb:
    """Give PHYRE's colour of a body."""
    return _rgb(body.colour)


def _rgb(colour: int) -> Rgb:
    red, green, blue = (int(part) for part in PALETTE[colour])
    return red, green, blue


def _mixed(rgb: Rgb, share: float) -> Rgb:
    """Mix a share of a colour into the background; unlike opacity, overlaps do not darken."""
    mixed = [round(a + share * (b - a)) for a, b in zip(BACKGROUND, rgb, strict=True)]
    return mixed[0], mixed[1], mixed[2]
