"""What learners observe: the symbols of a level as numbers, flat or by entity, as in Kinetix."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple._native import kinetix as core
from topple.sim import maths
from topple.worlds.kinetix.level import MOTORS, SIZES, THRUSTERS, WALLS, Body, Joint, Level
from topple.worlds.kinetix.to_native import native_level

if TYPE_CHECKING:
    from topple.worlds.kinetix.game import KinetixGame

Floats = NDArray[np.float32]

GRAVITY = -0.981  # m/s² over ten
CLIP = 10.0
BASE, CIRCLE, POLYGON, JOINT, THRUSTER = 16, 18, 26, 22, 8  # numbers per thing
_MOVING = (0, 1, 2, 3, 7, 12, 13)  # columns of what changes, as the core writes it
_CIRCLE_COLUMNS = np.array([*range(BASE), BASE, POLYGON])


def flat_length(size: str) -> int:
    """Return how many numbers a flat observation has."""
    slots = SIZES[size]
    bodies = slots.polygons + slots.circles
    shapes = (slots.polygons - WALLS + 1) * POLYGON + slots.circles * CIRCLE
    return shapes + slots.joints * (JOINT + 2 * bodies) + slots.thrusters * (THRUSTER + bodies) + 1


def flat(game: KinetixGame) -> Floats:
    """Return floor and polygons, circles, joints, thrusters and gravity as one row of numbers."""
    return _flattened(_Symbols.of(game.level), core.moving(game.native)).clip(-CLIP, CLIP)


def still_row(level: Level) -> tuple[Floats, NDArray[np.bool_]]:
    """Return a flat observation with zeros for what changes, and which bodies there are."""
    symbols = _Symbols.of(level)
    unmoved = np.zeros((len(level.bodies), len(_MOVING)), np.float32)
    return _flattened(symbols, unmoved).clip(-CLIP, CLIP), ~symbols.missing


def _flattened(symbols: _Symbols, moving: Floats) -> Floats:
    polygons, circles = _shapes(symbols, moving)
    seen = symbols.flat.copy()
    first, second = (len(polygons) - WALLS + 1) * POLYGON, circles.size
    seen[:POLYGON], seen[POLYGON:first] = polygons[0], polygons[WALLS:].ravel()
    seen[first : first + second] = circles.ravel()
    return seen


def entities(game: KinetixGame) -> dict[str, NDArray[np.float32]]:
    """Return the things as arrays, with masks of those that exist, their joints, and attention.

    Attention masks over bodies: both exist, no collision allowed, directly joined, in contact.
    """
    symbols = _Symbols.of(game.level)
    polygons, circles = _shapes(symbols, core.moving(game.native))
    exists = np.array([body is not None for body in game.level.bodies], np.float32)
    count = len(polygons)
    touching = np.zeros((len(exists), len(exists)), np.float32)
    for a, b in game.native.touching():
        touching[a, b] = touching[b, a] = 1
    attention = np.stack([np.outer(exists, exists), symbols.apart, symbols.joined, touching])
    gravity = np.full((len(exists), 1), GRAVITY, np.float32)
    seen = {
        "polygons": np.hstack([polygons, gravity[:count]]),
        "circles": np.hstack([circles, gravity[count:]]),
        "joints": symbols.joints,
        "thrusters": symbols.thrusters,
        "polygon_mask": exists[:count],
        "circle_mask": exists[count:],
        "joint_mask": symbols.joints[:, 0],
        "thruster_mask": symbols.thrusters[:, 0],
        "joint_bodies": symbols.joint_bodies,
        "thruster_bodies": symbols.thruster_bodies,
        "attention": attention,
    }
    return {name: array.astype(np.float32) for name, array in seen.items()}


class _Symbols:
    """The parts of an observation that never change in a level."""

    def __init__(self, level: Level) -> None:
        bodies = len(level.bodies)
        self.polygons = WALLS + len(level.polygons)
        self.shapes = np.array([_encode_fixed_part(body) for body in level.bodies], np.float32)
        forwards = np.array([_joint(joint, True) for joint in level.joints], np.float32)
        backwards = np.array([_joint(joint, False) for joint in level.joints], np.float32)
        self.joints = np.concatenate([backwards, forwards])
        ends = [(j.a, j.b) if j.active else (0, 0) for j in level.joints]
        self.joint_bodies = np.array([*((b, a) for a, b in ends), *ends], np.float32)
        self.thrusters = np.array(
            [
                [0.0] * THRUSTER
                if jet is None
                else [
                    1.0,
                    *jet.position,
                    *_one_hot(jet.channel, THRUSTERS),
                    maths.sin(jet.rotation),
                    maths.cos(jet.rotation),
                    jet.power,
                ]
                for jet in level.thrusters
            ],
            np.float32,
        )
        on = [0 if jet is None else jet.body for jet in level.thrusters]
        self.thruster_bodies = np.array(on, np.float32)
        identity = np.eye(bodies, dtype=np.float32)
        joints = [
            np.concatenate([row, identity[a], identity[b]]) * row[0]
            for row, (a, b) in zip(forwards, ends, strict=True)
        ]
        thrusters = [
            np.concatenate([row, identity[body]]) * row[0]
            for row, body in zip(self.thrusters, on, strict=True)
        ]
        # A flat observation ends with these; before them stand the shapes, which move.
        still = np.concatenate([*joints, *thrusters, [GRAVITY]])
        self.flat = np.zeros(flat_length(level.size), np.float32)
        self.flat[-len(still) :] = still
        self.missing = np.array([body is None for body in level.bodies])
        allowed = np.array(native_level(level).collision_matrix())
        self.apart = (~allowed).astype(np.float32)
        self.joined = np.zeros((bodies, bodies), np.float32)
        for joint in level.joints:
            if joint.active:
                self.joined[joint.a, joint.b] = self.joined[joint.b, joint.a] = 1

    @staticmethod
    @lru_cache(maxsize=4096)
    def of(level: Level) -> _Symbols:
        return _Symbols(level)


def _shapes(symbols: _Symbols, moving: Floats) -> tuple[Floats, Floats]:
    """Return the rows of polygons and circles; rows of empty slots are 0."""
    rows = symbols.shapes.copy()
    rows[:, _MOVING] = moving
    rows[symbols.missing] = 0
    count = symbols.polygons
    return rows[:count, :POLYGON], rows[count:, _CIRCLE_COLUMNS]


def _encode_fixed_part(body: Body | None) -> list[float]:
    """Return a row with zeros for what changes; the last number is 1 for circles."""
    if body is None:
        return [0.0] * (POLYGON + 1)
    moving, role = [0.0, 0.0], _one_hot(body.role, 4)
    base = [*moving, *moving, body.inverse_mass, body.inverse_inertia, body.density, 0.0]
    corners = [number for vertex in body.vertices for number in vertex]
    corners += [-1.0] * (8 - len(corners))
    triangle = float(len(body.vertices) == 3)
    base += [*role, *moving, body.friction, body.restitution]
    return [*base, body.radius, *corners, triangle, float(body.radius > 0)]


def _joint(joint: Joint, forwards: bool) -> list[float]:
    if not joint.active:
        return [0.0] * JOINT
    ends = (joint.a_anchor, joint.b_anchor) if forwards else (joint.b_anchor, joint.a_anchor)
    head = [1.0, float(joint.fixed), *ends[0], *ends[1], *_turn(joint.rest)]
    if joint.fixed:
        return [*head, *[0.0] * (JOINT - len(head))]
    motor = [joint.speed, joint.power, float(joint.motor), float(joint.limited)]
    limits = [0.0] * 6
    if joint.limited:
        spans = [joint.least - joint.rest, joint.most - joint.rest]
        limits = [*_turn(joint.least), *_turn(joint.most), *spans]
    return [*head, *motor, *_one_hot(joint.channel, MOTORS), *limits]


def _turn(angle: float) -> tuple[float, float]:
    return maths.sin(angle), maths.cos(angle)


def _one_hot(number: int, count: int) -> list[float]:
    return [float(number == each) for each in range(count)]
