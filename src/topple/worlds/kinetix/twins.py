"""Twins of Kinetix tasks: mirrored, renumbered, with less friction."""

from __future__ import annotations

import math
from dataclasses import replace

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.kinetix.level import MOTORS, SIDE, WALLS, Body, Joint, Level, Point, Thruster
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.own import own
from topple.worlds.twins import Twin, exchange

_LESS = 0.8  # share of the usual friction


def _mirror(task: Task) -> Task:
    found = own(task, KinetixTask, "a Kinetix task")
    level = found.level
    return replace(
        found,
        caption=exchange(found.caption, "left", "right"),
        level=replace(
            level,
            polygons=tuple(each and _body(each) for each in level.polygons),
            circles=tuple(each and _body(each) for each in level.circles),
            joints=tuple(_joint(each) for each in level.joints),
            thrusters=tuple(each and _thruster(each) for each in level.thrusters),
        ),
    )


def _body(body: Body) -> Body:
    x, y = body.position
    return replace(
        body,
        position=(SIDE - x, y),
        vertices=tuple(_across(vertex) for vertex in reversed(body.vertices)),
        rotation=-body.rotation,
        velocity=_across(body.velocity),
        spin=-body.spin,
    )


def _joint(joint: Joint) -> Joint:
    return replace(
        joint,
        a_anchor=_across(joint.a_anchor),
        b_anchor=_across(joint.b_anchor),
        least=-joint.most,
        most=-joint.least,
        rest=-joint.rest,
    )


def _thruster(thruster: Thruster) -> Thruster:
    return replace(
        thruster, position=_across(thruster.position), rotation=math.pi - thruster.rotation
    )


def _across(point: Point) -> Point:
    return -point[0], point[1]


def _mirrored(task: Task, action: Action) -> Action:
    """Turn every motor the other way; thrusters and times stay."""
    channels = own(task, KinetixTask, "a Kinetix task").level.channels
    width = len(channels) + 1
    turned = {place for place, channel in enumerate(channels) if channel < MOTORS}
    return tuple(-n if i % width in turned else n for i, n in enumerate(action))


def _reskin(task: Task) -> Task:
    """Number bodies, joints and thrusters from the other end; roles keep their colours."""
    found = own(task, KinetixTask, "a Kinetix task")
    level = found.level
    joints = tuple(
        replace(each, a=_number(each.a, level), b=_number(each.b, level)) for each in level.joints
    )
    thrusters = tuple(
        each and replace(each, body=_number(each.body, level)) for each in level.thrusters
    )
    renumbered = replace(
        level,
        polygons=level.polygons[::-1],
        circles=level.circles[::-1],
        joints=joints[::-1],
        thrusters=thrusters[::-1],
    )
    return replace(found, level=renumbered)


def _number(body: int, level: Level) -> int:
    """Return a body's new number; floor, walls and ceiling keep theirs."""
    circles = WALLS + len(level.polygons)
    if body < WALLS:
        return body
    if body < circles:
        return WALLS + circles - 1 - body
    return 2 * circles + len(level.circles) - 1 - body


def _smoother(task: Task) -> Task:
    found = own(task, KinetixTask, "a Kinetix task")
    level = found.level

    def smoother(body: Body | None) -> Body | None:
        return body and replace(body, friction=_LESS * body.friction)

    return replace(
        found,
        level=replace(
            level,
            polygons=tuple(smoother(each) for each in level.polygons),
            circles=tuple(smoother(each) for each in level.circles),
            wall_friction=_LESS * level.wall_friction,
        ),
    )


def _same(task: Task, action: Action) -> Action:
    return action


TWINS = {
    "mirror": Twin("left and right are exchanged", _mirror, _mirrored),
    "reskin": Twin("bodies, joints and thrusters are numbered from the other end", _reskin, _same),
    "friction": Twin("friction is a fifth less", _smoother, _same),
}
