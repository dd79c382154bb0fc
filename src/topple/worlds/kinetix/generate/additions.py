"""What a random level is made of: free bodies and thrusters, and the rule of roles."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from topple.sim import maths
from topple.worlds.kinetix.generate.named import Named
from topple.worlds.kinetix.generate.shapes import (
    box,
    disc,
    fixed,
    half_sides,
    mass_of,
    put,
    rounded,
)
from topple.worlds.kinetix.level import (
    BLUE,
    FLOOR,
    GREEN,
    NEUTRAL,
    RED,
    SIDE,
    THRUSTERS,
    WALLS,
    Body,
    Level,
    Thruster,
)

_SMALLEST_HALF_SIDE, _LARGEST_HALF_SIDE = 0.05, 0.5 / math.sqrt(2)
_SMALLEST_RADIUS, _LARGEST_RADIUS = 0.1, 0.4


def placed(level: Level) -> Iterator[tuple[int, Body]]:
    """Yield the bodies of a level with their numbers, without floor, walls and ceiling."""
    for number, body in enumerate(level.bodies):
        if body is not None and number >= WALLS:
            yield number, body


def room(level: Level) -> list[str]:
    """Return the kinds of body that still have a slot."""
    slots = {"box": level.polygons, "disc": level.circles}
    return [kind for kind, bodies in slots.items() if None in bodies]


def shape(kind: str, draw: Named) -> Body:
    """Draw a box or a disc around the origin."""
    if kind == "disc":
        return disc(draw("radius", _SMALLEST_RADIUS, _LARGEST_RADIUS))
    sides = [draw(side, _SMALLEST_HALF_SIDE, _LARGEST_HALF_SIDE) for side in ("width", "height")]
    if draw.chance("long", 0.3):
        sides[draw.pick("longer", (0, 1))] *= 2
    return box(*sides)


def with_body(level: Level, body: Body) -> tuple[Level, int]:
    """Return the level with a body in the first slot that is free, and its number."""
    if body.radius:
        slot = level.circles.index(None)
        circles = (*level.circles[:slot], body, *level.circles[slot + 1 :])
        return replace(level, circles=circles), WALLS + len(level.polygons) + slot
    slot = level.polygons.index(None)
    polygons = (*level.polygons[:slot], body, *level.polygons[slot + 1 :])
    return replace(level, polygons=polygons), WALLS + slot


def draw_role(level: Level, draw: Named, beside: int = NEUTRAL) -> int:
    """Draw the role of a new body: green and blue first, then none or, once, red.

    A body that is connected to one of role `beside` may not end the game by itself.
    """
    present = {level.floor_role, *(body.role for _, body in placed(level))}
    if {GREEN, BLUE} <= present:
        weights = {NEUTRAL: 1.0, RED: 0.0 if RED in present else 1 / 3}
    else:
        weights = {role: 1.0 for role in (GREEN, BLUE) if role not in present}
    excluded = {NEUTRAL: (), GREEN: (BLUE, RED), BLUE: (GREEN, RED), RED: (GREEN, BLUE)}[beside]
    allowed = {role: weight for role, weight in weights.items() if role not in excluded}
    return draw.weighted("role", allowed) if allowed else NEUTRAL


def add_free(level: Level, draw: Named, may_be_fixed: bool = True) -> tuple[Level, int]:
    """Add a free body, if there is room; return the level and a penalty of 0."""
    kinds = room(level)
    if not kinds:
        return level, 0
    body = shape(draw.pick("kind", kinds), draw)
    role = draw_role(level, draw)
    reach = body.radius or max(half_sides(body)) * math.sqrt(2)
    left, right = reach, SIDE - reach
    if draw.chance("side", 0.5):
        left = max(left, SIDE / 2) if role == BLUE else left
        right = min(right, SIDE / 2) if role == GREEN else right
    x, y = draw("x", left, right), draw("y", FLOOR + reach, SIDE - reach)
    stuck = draw.chance("fixed", min(1.0, 0.02 + 4 * mass_of(body)))
    if stuck and may_be_fixed and level.size != "s":
        body = fixed(body)
        if role != NEUTRAL and y > SIDE / 2 and draw.chance("lower", 0.6):
            y -= SIDE / 2
    body = replace(put(body, (x, y), draw("rotation", 0, 2 * math.pi)), role=role)
    return with_body(level, body)[0], 0


def add_thruster(level: Level, draw: Named) -> Level:
    """Add a thruster to a movable body, if there is room."""
    bodies = [(number, body) for number, body in placed(level) if body.inverse_mass]
    if None not in level.thrusters or not bodies:
        return level
    number, body = draw.pick("body", bodies)
    if body.radius:
        radius, angle = draw("radius", 0, body.radius), draw("angle", 0, 2 * math.pi)
        x, y = radius * maths.cos(angle), radius * maths.sin(angle)
    else:
        w, h = half_sides(body)
        x, y = draw("x", -w, w), draw("y", -h, h)
    along = maths.atan2(y, x) + draw.pick("way", (0.0, math.pi))
    rotation = along if draw.chance("straight", 0.8) else draw("rotation", 0, 2 * math.pi)
    thruster = Thruster(
        number,
        (rounded(x), rounded(y)),
        rounded(rotation),
        rounded(mass_of(body) * 2 * draw("power", 0.5, 2)),
        draw.pick("channel", range(THRUSTERS)),
    )
    slot = level.thrusters.index(None)
    thrusters = (*level.thrusters[:slot], thruster, *level.thrusters[slot + 1 :])
    return replace(level, thrusters=thrusters)
