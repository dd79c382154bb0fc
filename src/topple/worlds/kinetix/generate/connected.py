"""Bodies that a joint connects to one that is there already."""

from __future__ import annotations

import math
from dataclasses import replace

from topple.worlds.kinetix.generate.additions import (
    draw_role,
    placed,
    room,
    shape,
    with_body,
)
from topple.worlds.kinetix.generate.named import Named
from topple.worlds.kinetix.generate.shapes import (
    farthest_corner,
    half_sides,
    nearest_side,
    put,
    rounded,
    turned,
)
from topple.worlds.kinetix.level import MOTORS, Body, Joint, Level, Point

_VISIBLE = 0.05  # metres by which each of two connected bodies must stick out
_HIDDEN = 10  # penalty if one of them does not stick out
_FIXED_TARGET = 0.05  # weight of bodies that cannot move, against 1


def add_connected(level: Level, draw: Named, hinge: bool = False) -> tuple[Level, int]:
    """Add a body on a joint, if there is room; return the level and a penalty."""
    target = _target(level, draw)
    slot = next((n for n, joint in enumerate(level.joints) if not joint.active), None)
    if target is None or slot is None:
        return level, 0
    number, other = target
    kinds = room(level)
    kind = "box" if other.radius and "box" in kinds else draw.pick("kind", kinds)
    new = shape(kind, draw)
    there, here = _anchor(other, draw.at("there")), _anchor(new, draw.at("here"))
    rotation = draw("rotation", 0, 2 * math.pi)
    meeting = turned(there, other.rotation)
    lever = turned(here, rotation)
    x = other.position[0] + meeting[0] - lever[0]
    y = other.position[1] + meeting[1] - lever[1]
    new = replace(put(new, (x, y), rotation), role=draw_role(level, draw, other.role))
    grown, index = with_body(level, new)
    ends = sorted(((number, there, other), (index, here, new)), key=lambda end: end[0])
    joint = _joint(level, draw, ends, hinge)
    joints = (*level.joints[:slot], joint, *level.joints[slot + 1 :])
    return replace(grown, joints=joints), 0 if _both_seen(other, there, new, here) else _HIDDEN


def _target(level: Level, draw: Named) -> tuple[int, Body] | None:
    """Draw the body to connect to; None if there is none or no room."""
    kinds = room(level)
    if not kinds:
        return None
    used = [end for joint in level.joints if joint.active for end in (joint.a, joint.b)]
    weights: dict[str, dict[int, float]] = {"box": {}, "disc": {}}
    for number, body in placed(level):
        free = 1.0 if body.radius and number not in used else 0.0
        if not body.radius:
            free = max(0.0, (2 - used.count(number)) / 2)
        weight = free * (1.0 if body.inverse_mass else _FIXED_TARGET)
        if weight:
            weights["disc" if body.radius else "box"][number] = weight
    choices = [kind for kind, found in weights.items() if found]
    if "box" not in kinds and "box" in choices:
        choices = ["box"]
    if not choices:
        return None
    number = draw.weighted("target", weights[draw.pick("target_kind", choices)])
    return number, dict(placed(level))[number]


def _anchor(body: Body, draw: Named) -> Point:
    if body.radius:
        return 0.0, 0.0
    w, h = half_sides(body)
    return rounded(draw("x", -w, w)), rounded(draw("y", -h, h))


def _joint(level: Level, draw: Named, ends: list[tuple[int, Point, Body]], forced: bool) -> Joint:
    """Return the joint: a hinge for the first two, then hinges and fixed joints alike."""
    (a, a_anchor, first), (b, b_anchor, second) = ends
    joint = Joint(a, b, a_anchor, b_anchor)
    hinges = sum(other.active and not other.fixed for other in level.joints)
    if not (forced or hinges < 2 or draw.chance("hinge", 0.5)):
        rest = rounded(second.rotation - first.rotation)
        return replace(joint, fixed=True, motor=False, rest=rest)
    boxes = not first.radius and not second.radius
    return replace(
        joint,
        motor=draw.chance("motor", 0.8),
        channel=draw.pick("channel", range(MOTORS)),
        speed=rounded(draw("speed", 0.4, 3)),
        power=rounded(draw("power", 1, 3)) if boxes else 1.0,
        limited=boxes and draw.chance("limited", 0.4),
        least=rounded(draw("least", -math.pi, 0)),
        most=rounded(draw("most", 0, math.pi)),
    )


def _both_seen(first: Body, first_anchor: Point, second: Body, second_anchor: Point) -> bool:
    """Return whether each body sticks out of the other, however they are turned."""
    if first.radius and second.radius:
        return False
    if first.radius or second.radius:
        disc, box, anchor = (
            (first, second, second_anchor) if first.radius else (second, first, first_anchor)
        )
        return (
            nearest_side(box, anchor) + _VISIBLE < disc.radius
            and farthest_corner(box, anchor) > disc.radius + _VISIBLE
        )
    ends = ((first, first_anchor), (second, second_anchor))
    return all(
        farthest_corner(*one) > nearest_side(*other) + _VISIBLE for one, other in (ends, ends[::-1])
    )
