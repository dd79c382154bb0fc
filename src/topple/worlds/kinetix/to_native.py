"""Levels as the native simulator takes them: tables of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple._native import kinetix as core
from topple.sim.checks import clear_errors
from topple.worlds.kinetix.level import WALLS, Body, Joint, Level, Thruster

_BODY, _JOINT, _THRUSTER = 23, 16, 7  # numbers per row


@lru_cache(maxsize=4096)
def native_level(level: Level) -> core.Level:
    """Return the level for the simulator; raise `BadScene` if it cannot be simulated."""
    with clear_errors():
        return core.Level.read(WALLS + len(level.polygons), *tables_of(level).values())


def tables_of(level: Level) -> dict[str, NDArray[np.float64]]:
    """Return the numbers of bodies, joints and thrusters, a row each."""
    return {
        "bodies": _table([_body(body) for body in level.bodies], _BODY),
        "joints": _table([_joint(joint) for joint in level.joints], _JOINT),
        "thrusters": _table([_thruster(each) for each in level.thrusters], _THRUSTER),
    }


def _table(rows: Sequence[Sequence[float]], width: int) -> NDArray[np.float64]:
    return np.array(rows, np.float64).reshape(-1, width)


def _body(body: Body | None) -> list[float]:
    if body is None:
        return [0.0] * _BODY
    corners = [number for vertex in body.vertices for number in vertex]
    return [
        *body.position,
        body.rotation,
        *body.velocity,
        body.spin,
        body.inverse_mass,
        body.inverse_inertia,
        body.friction,
        body.restitution,
        body.mode,
        True,
        body.role,
        len(body.vertices),
        body.radius,
        *corners,
        *[0.0] * (8 - len(corners)),
    ]


def _joint(joint: Joint) -> list[float]:
    return [
        joint.a,
        joint.b,
        *joint.a_anchor,
        *joint.b_anchor,
        joint.active,
        joint.motor,
        joint.fixed,
        joint.limited,
        joint.speed,
        joint.power,
        joint.least,
        joint.most,
        joint.rest,
        joint.channel,
    ]


def _thruster(thruster: Thruster | None) -> list[float]:
    if thruster is None:
        return [0.0] * _THRUSTER
    return [
        thruster.body,
        *thruster.position,
        thruster.rotation,
        thruster.power,
        True,
        thruster.channel,
    ]
