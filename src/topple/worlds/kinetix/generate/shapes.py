"""Bodies of made-up levels: boxes and discs with the mass that their size gives them."""

from __future__ import annotations

import math
from dataclasses import replace

from topple.sim import maths
from topple.worlds.kinetix.level import Body, Point

_DIGITS = 6  # decimals of made-up numbers, so that C libraries cannot change them


def rounded(number: float) -> float:
    """Return the number as levels store it."""
    return round(number, _DIGITS)


def box(half_width: float, half_height: float) -> Body:
    """Return a movable box of density 1 around the origin."""
    w, h = rounded(half_width), rounded(half_height)
    vertices = ((w, h), (w, -h), (-w, -h), (-w, h))
    mass = 4 * w * h
    inertia = mass * (w * w + h * h) / 3
    return Body((0.0, 0.0), rounded(1 / mass), rounded(1 / inertia), vertices)


def disc(radius: float) -> Body:
    """Return a movable disc of density 1; its inertia is half the true one, as in Kinetix."""
    r = rounded(radius)
    mass, inertia = math.pi * (r * r), math.pi * maths.pow(r, 4.0) / 4
    return Body((0.0, 0.0), rounded(1 / mass), rounded(1 / inertia), radius=r)


def put(body: Body, position: Point, rotation: float) -> Body:
    """Return the body at another place."""
    x, y = position
    return replace(body, position=(rounded(x), rounded(y)), rotation=rounded(rotation))


def fixed(body: Body) -> Body:
    """Return the body with infinite mass."""
    return replace(body, inverse_mass=0.0, inverse_inertia=0.0)


def mass_of(body: Body) -> float:
    """Return the mass that the size of a body gives it, also if it is fixed."""
    if body.radius:
        return math.pi * (body.radius * body.radius)
    (w, h), *_ = body.vertices
    return 4 * w * h


def turned(point: Point, angle: float) -> Point:
    """Return a point turned around the origin."""
    cos, sin = maths.cos(angle), maths.sin(angle)
    return cos * point[0] - sin * point[1], sin * point[0] + cos * point[1]


def half_sides(body: Body) -> Point:
    """Return half the width and half the height of a box."""
    return body.vertices[0]


def nearest_side(body: Body, anchor: Point) -> float:
    """Return how near a box's sides are to a point inside it."""
    w, h = half_sides(body)
    return min(w - abs(anchor[0]), h - abs(anchor[1]))


def farthest_corner(body: Body, anchor: Point) -> float:
    """Return how far a box's corners are from a point inside it."""
    w, h = half_sides(body)
    return maths.hypot(w + abs(anchor[0]), h + abs(anchor[1]))
