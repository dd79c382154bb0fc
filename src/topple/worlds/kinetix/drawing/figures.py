"""Drawings of bodies, joints, thrusters and labels.

Roles differ in colour and in a white mark, so that people who see few colours can tell them apart:
green has a dot, blue a ring, red a cross. Darker bodies cannot move.
"""

from __future__ import annotations

from topple.draw.figures import BLACK, WHITE, Figure, Rgb, Ring, Stroke, fill, line, oval, shade
from topple.draw.lettering import outlines
from topple.sim import maths
from topple.worlds.kinetix.level import BLUE, FLOOR, GREEN, NEUTRAL, RED, SIDE, Body

# The palette of Okabe and Ito (2008), and greys.
ROLES: dict[int, Rgb] = {
    NEUTRAL: (178, 178, 186),
    GREEN: (0, 158, 115),
    BLUE: (0, 114, 178),
    RED: (222, 72, 32),
}
CHANNELS: tuple[Rgb, ...] = (
    (240, 228, 66),
    (204, 121, 167),
    (86, 180, 233),
    (230, 159, 0),
    (240, 228, 66),
    (204, 121, 167),
)
_GREY: Rgb = (70, 70, 78)
_FIXED = 0.42  # loss of brightness of bodies that cannot move
_EDGE = 0.018  # metres
_MARK = 0.09  # radius of a mark at most
_JOINT = 0.06
_LETTERS = 0.11
_CORNERS = 40


def body(body: Body) -> Figure:
    """Draw a body around its position."""
    ink = ROLES[body.role] if body.inverse_mass else shade(ROLES[body.role], _FIXED)
    if body.radius:
        inner, room = max(body.radius - _EDGE, 0.0), body.radius
        hand = line((0, 0), (0, body.radius), _EDGE)
        shape: tuple[Stroke, ...] = (
            fill(BLACK, oval(0, 0, 2 * body.radius, 2 * body.radius, _CORNERS)),
            fill(ink, oval(0, 0, 2 * inner, 2 * inner, _CORNERS)),
            fill(BLACK, hand),
        )
    else:
        room = _inner_radius(body.vertices)
        shares = [
            max(0.0, 1 - _EDGE / (max(map(abs, sides)) or 1.0))
            for sides in zip(*body.vertices, strict=True)
        ]
        inside = [(shares[0] * x, shares[1] * y) for x, y in body.vertices]
        shape = (fill(BLACK, body.vertices), fill(ink, inside))
    return (*shape, *_mark(body.role, min(0.45 * room, _MARK)))


def floor(role: int) -> Figure:
    """Draw the floor; its origin is the lower left corner of the picture."""
    base = fill(shade(ROLES[role], _FIXED), [(0, 0), (SIDE, 0), (SIDE, FLOOR), (0, FLOOR)])
    low = FLOOR - _EDGE
    top = fill(BLACK, [(0, low), (SIDE, low), (SIDE, FLOOR), (0, FLOOR)])
    marks = (
        _move(stroke, x + 0.5, FLOOR / 2) for x in range(int(SIDE)) for stroke in _mark(role, _MARK)
    )
    return (base, top, *marks)


def hinge(channel: int | None) -> Figure:
    """Draw a hinge; one with a motor has the colour of its channel."""
    ink = WHITE if channel is None else CHANNELS[channel]
    rim = fill(BLACK, oval(0, 0, 2 * _JOINT, 2 * _JOINT))
    return rim, fill(ink, oval(0, 0, 2 * _JOINT - 0.04, 2 * _JOINT - 0.04))


def rivet() -> Figure:
    """Draw a fixed joint."""
    return fill(BLACK, _square(_JOINT)), fill(WHITE, _square(_JOINT - 0.02))


def nozzle(channel: int) -> Figure:
    """Draw a thruster that pushes to the right."""
    outer = [(0.05, 0.04), (-0.09, 0.09), (-0.09, -0.09), (0.05, -0.04)]
    inner = [(0.035, 0.026), (-0.075, 0.068), (-0.075, -0.068), (0.035, -0.026)]
    return fill(_GREY, outer), fill(CHANNELS[channel], inner)


def flame() -> Figure:
    """Draw the flame of a thruster that pushes to the right."""
    outer = [(-0.09, 0.07), (-0.15, 0.055), (-0.3, 0.0), (-0.15, -0.055), (-0.09, -0.07)]
    inner = [(-0.09, 0.035), (-0.2, 0.0), (-0.09, -0.035)]
    return fill((240, 120, 20), outer), fill((255, 220, 90), inner)


def tag(name: str) -> Figure:
    """Write a name on a label around its middle."""
    strokes, width = outlines(name, _LETTERS)
    w, h = width / 2 + 0.04, _LETTERS / 2 + 0.04
    box = fill(BLACK, [(w, h), (w, -h), (-w, -h), (-w, h)])
    letters = (
        fill(WHITE, [(x - width / 2, y - _LETTERS / 2) for x, y in ring]) for ring in strokes
    )
    return (box, *letters)


def _mark(role: int, size: float) -> tuple[Stroke, ...]:
    """Return the mark of a role, around the origin."""
    if role == GREEN:
        return (fill(WHITE, oval(0, 0, 2 * size, 2 * size)),)
    if role == BLUE:
        rings = oval(0, 0, 2 * size, 2 * size), oval(0, 0, 1.1 * size, 1.1 * size)
        return (fill(WHITE, *rings),)
    if role == RED:
        arms = ((-1, -1), (1, 1)), ((-1, 1), (1, -1))
        return tuple(
            fill(
                WHITE,
                line((ax * size, ay * size), (bx * size, by * size), 0.4 * size),
            )
            for (ax, ay), (bx, by) in arms
        )
    return ()


def _move(stroke: Stroke, x: float, y: float) -> Stroke:
    rings, ink, opacity = stroke
    return tuple([(u + x, v + y) for u, v in ring] for ring in rings), ink, opacity


def _square(half: float) -> Ring:
    return [(half, half), (half, -half), (-half, -half), (-half, half)]


def _inner_radius(vertices: Ring) -> float:
    """Return how near the origin is to the nearest side."""
    found = []
    for i, (bx, by) in enumerate(vertices):
        ax, ay = vertices[i - 1]
        found.append(abs(ax * by - ay * bx) / (maths.hypot(bx - ax, by - ay) or 1.0))
    return min(found)
