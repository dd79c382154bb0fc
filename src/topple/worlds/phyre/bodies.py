"""PHYRE's kinds of body: shapes from a scale, in pixels and doubles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum

from topple.sim import maths
from topple.sim.scene import Body, Circle, Polygon, Shape

WIDTH = HEIGHT = 256
PIXELS_PER_METRE = 6.0

_THICKNESS = 256 / 50
_WALL = 5.0
_STICK_TILT = 77.5
_JAR_WIDTH = 1 / 1.2
_JAR_BASE = 0.8

Vertices = tuple[tuple[float, float], ...]


class Colour(IntEnum):
    """The colour codes of an observation."""

    WHITE = 0
    RED = 1
    GREEN = 2
    BLUE = 3
    PURPLE = 4
    GRAY = 5
    BLACK = 6


@dataclass(frozen=True, slots=True)
class Form:
    """The shapes of one kind of body at one scale."""

    kind: str
    shapes: tuple[Shape, ...]
    diameter: float


def box(width: float, height: float) -> Vertices:
    """Return the corners of a rectangle around the origin."""
    x, y = width / 2, height / 2
    return ((x, y), (-x, y), (-x, -y), (x, -y))


def ball(scale: float) -> Form:
    """Return a disc whose radius is a whole number of pixels plus a half."""
    radius = math.trunc(scale * 128) + 0.5
    return Form("ball", (Circle(radius),), 2 * radius)


def bar(scale: float) -> Form:
    """Return a thin bar; scale 1 spans the scene."""
    width = (1 - scale) * 0 + scale * 256
    return Form("bar", (Polygon(box(width, _THICKNESS)),), _diagonal(width, _THICKNESS))


def sticks(scale: float) -> Form:
    """Return two crossed sticks, at two thirds of their nominal size."""
    width = (1 - scale) * 0 + scale * 256
    # The factor is rounded before it multiplies, as in the original; dividing by 1.5 would differ.
    corners = box(width * (2 / 3), _THICKNESS * (2 / 3))
    parts = tuple(Polygon(_turn(corners, tilt)) for tilt in (-_STICK_TILT, _STICK_TILT))
    return Form("sticks", parts, _diagonal(width, _THICKNESS))


def jar(scale: float) -> Form:
    """Return an open jar; its origin is the middle of the base plate."""
    height = (1 - scale) * 0 + scale * 256
    base, left, right = jar_parts(height)
    width = height * _JAR_WIDTH
    base_width = _JAR_BASE * width
    diameter = _diagonal((width - base_width) / 2 + base_width, height)
    return Form("jar", (Polygon(base), Polygon(left), Polygon(right)), diameter)


def jar_parts(height: float) -> tuple[Vertices, Vertices, Vertices]:
    """Return the base and the two sides of a jar of this height."""
    width = height * _JAR_WIDTH
    base = _JAR_BASE * width
    thick = maths.log(height) / maths.log(0.3 * 256) * 256 / 50
    lean = (width - base) / 2
    slant = _diagonal(height, lean)
    cos, sin = lean / slant, height / slant
    dx, dx_top, dy = thick * sin, thick / sin, thick * cos
    half, bottom, top = base / 2, -thick / 2, height - thick / 2
    return (
        box(base, thick),
        ((-width / 2, top), (-half, bottom), (-half + dx, dy + bottom), (-width / 2 + dx_top, top)),
        ((width / 2, top), (width / 2 - dx_top, top), (half - dx, dy + bottom), (half, bottom)),
    )


def walls() -> tuple[Body, ...]:
    """Return the four static bodies around the visible area: bottom, left, top, right."""
    places = (
        (WIDTH, _WALL, WIDTH / 2, -_WALL / 2),
        (_WALL, HEIGHT, -_WALL / 2, HEIGHT / 2),
        (WIDTH, _WALL, WIDTH / 2, HEIGHT + _WALL / 2),
        (_WALL, HEIGHT, WIDTH + _WALL / 2, HEIGHT / 2),
    )
    return tuple(
        Body("wall", x, y, 0.0, (Polygon(box(w, h)),), False, Colour.BLACK, _diagonal(w, h))
        for w, h, x, y in places
    )


def _turn(corners: Vertices, degrees: float) -> Vertices:
    t = degrees / 180.0 * math.pi
    cos, sin = maths.cos(t), maths.sin(t)
    return tuple((x * cos - y * sin, y * cos + x * sin) for x, y in corners)


def _diagonal(width: float, height: float) -> float:
    """Return sqrt(width^2 + height^2); `**` would ask the C library."""
    return math.sqrt(width * width + height * height)
