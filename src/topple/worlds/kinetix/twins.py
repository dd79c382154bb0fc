"""Twins of Kinetix tasks: mirrored, so that motors must turn the other way."""

from __future__ import annotations

import math
from dataclasses import replace

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.kinetix.level import MOTORS, SIDE, Body, Joint, Point, Thruster
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.own import own
from topple.worlds.twins import Twin


def _mirror(task: Task) -> Task:
    found = own(task, KinetixTask, "a Kinetix task")
    level = found.level
    return replace(
        found,
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


TWINS = {"mirror": Twin("left and right are exchanged", _mirror, _mirrored)}
