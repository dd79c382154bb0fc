"""Levels as plain data: bodies, joints and thrusters in numbered slots, some of them empty.

Slots keep their order, because the order of bodies decides the last bits of a simulation. A body's
number counts polygons first (floor, walls and ceiling are 0 to 3), then circles.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeVar

from topple.errors import BadInput

NEUTRAL, GREEN, BLUE, RED = range(4)
WALLS = 4  # polygons that every level has: floor, left wall, right wall, ceiling
SIDE = 5.0  # metres of the square in which everything happens
FLOOR = 0.4  # height of the floor
MOTORS, THRUSTERS = 4, 2  # channels

Point = tuple[float, float]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slots:
    """How many things a level of one size can have."""

    polygons: int  # number of polygons with floor, walls and ceiling
    circles: int
    joints: int
    thrusters: int


SIZES = {"s": Slots(5, 2, 1, 1), "m": Slots(6, 3, 2, 2), "l": Slots(12, 4, 6, 2)}


@dataclass(frozen=True, slots=True)
class Body:
    """A polygon (clockwise `vertices` around its position) or a circle (a `radius`).

    A body with inverse mass 0 never moves. Bodies of collision mode 0 meet those of mode 2 alone.
    """

    position: Point
    inverse_mass: float
    inverse_inertia: float
    vertices: tuple[Point, ...] = ()
    radius: float = 0.0
    rotation: float = 0.0
    velocity: Point = (0.0, 0.0)
    spin: float = 0.0
    friction: float = 1.0
    restitution: float = 0.0
    density: float = 1.0
    mode: int = 1
    role: int = NEUTRAL


@dataclass(frozen=True, slots=True)
class Joint:
    """A hinge or a fixed joint between two bodies, at a point of each; `rest` is the rest angle.

    An inactive joint holds nothing; its motor flag is kept because DeepPHY's prompts count it.
    """

    a: int = 0
    b: int = 0
    a_anchor: Point = (0.0, 0.0)
    b_anchor: Point = (0.0, 0.0)
    active: bool = True
    motor: bool = True
    fixed: bool = False
    limited: bool = False
    speed: float = 1.0
    power: float = 1.0
    least: float = 0.0
    most: float = 0.0
    rest: float = 0.0
    channel: int = 0


@dataclass(frozen=True, slots=True)
class Thruster:
    """Pushes its body at a point, in a direction that turns with the body."""

    body: int
    position: Point
    rotation: float
    power: float
    channel: int


@dataclass(frozen=True)
class Level:
    """A level of one size; None is an empty slot. Polygons begin with slot 4."""

    size: str
    polygons: tuple[Body | None, ...]
    circles: tuple[Body | None, ...]
    joints: tuple[Joint, ...]
    thrusters: tuple[Thruster | None, ...]
    floor_role: int = NEUTRAL
    wall_friction: float = 1.0  # friction of floor, walls and ceiling

    @cached_property
    def bodies(self) -> tuple[Body | None, ...]:
        """All bodies by number, walls included."""
        return (*walls(self.floor_role, self.wall_friction), *self.polygons, *self.circles)

    @cached_property
    def channels(self) -> tuple[int, ...]:
        """The live channels: motors 0 to 3, thrusters 4 and 5."""
        motors = {joint.channel for _, joint in self.motors()}
        thrusters = {MOTORS + thruster.channel for _, thruster in self.jets()}
        return tuple(sorted(motors | thrusters))

    def motors(self) -> Iterator[tuple[int, Joint]]:
        """Yield the joints that a channel drives, with their numbers."""
        for number, joint in enumerate(self.joints):
            ends = self.bodies[joint.a], self.bodies[joint.b]
            moves = any(body is not None and body.inverse_mass for body in ends)
            if joint.active and joint.motor and not joint.fixed and None not in ends and moves:
                yield number, joint

    def jets(self) -> Iterator[tuple[int, Thruster]]:
        """Yield the thrusters on a body, with their numbers."""
        for number, thruster in enumerate(self.thrusters):
            if thruster is not None and self.bodies[thruster.body] is not None:
                yield number, thruster

    def to_json(self) -> str:
        """Write the level as JSON, one line per thing; defaults are left out."""
        lines = [f'"size": "{self.size}"', f'"floor_role": {self.floor_role}']
        lines.append(f'"wall_friction": {self.wall_friction}')
        for part in ("polygons", "circles", "joints", "thrusters"):
            rows = [json.dumps(_without_defaults(thing)) for thing in getattr(self, part)]
            lines.append(f'"{part}": [' + ",".join(f"\n{row}" for row in rows) + "]")
        return "{" + ",\n".join(lines) + "}\n"

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Level:
        """Read a level from parsed JSON; raise `BadInput` if it is not one."""
        try:
            slots = SIZES[data["size"]]
            level = cls(
                data["size"],
                tuple(_read(Body, row) for row in data["polygons"]),
                tuple(_read(Body, row) for row in data["circles"]),
                tuple(Joint(**_tuples(row)) for row in data["joints"]),
                tuple(_read(Thruster, row) for row in data["thrusters"]),
                data["floor_role"],
                data["wall_friction"],
            )
        except (KeyError, TypeError) as error:
            raise BadInput(f"not a kinetix level: {error!r}") from error
        wanted = Slots(slots.polygons - WALLS, slots.circles, slots.joints, slots.thrusters)
        found = Slots(*map(len, (level.polygons, level.circles, level.joints, level.thrusters)))
        if found != wanted:
            raise BadInput(f"a level of size {level.size} has {wanted}, not {found}")
        return level


def walls(floor_role: int, friction: float) -> tuple[Body, ...]:
    """Return floor, left wall, right wall and ceiling, which have the same place in all levels."""
    wide = ((2.5, 5.2), (2.5, -5.2), (-2.5, -5.2), (-2.5, 5.2))
    left = ((-5.0, 5.0), (0.0, 5.0), (0.0, 0.0), (-5.0, 0.0))
    right = ((5.0, 5.0), (10.0, 5.0), (10.0, 0.0), (5.0, 0.0))
    placed = (((2.5, -4.8), wide), ((0.0, 0.0), left), ((0.0, 0.0), right), ((2.5, 10.2), wide))
    roles = (floor_role, NEUTRAL, NEUTRAL, NEUTRAL)
    return tuple(
        Body(position, 0, 0, vertices, friction=friction, mode=2, role=role)
        for (position, vertices), role in zip(placed, roles, strict=True)
    )


def _without_defaults(thing: Body | Joint | Thruster | None) -> dict[str, Any] | None:
    if thing is None:
        return None
    return {
        field.name: value
        for field in fields(thing)
        if (value := getattr(thing, field.name)) != field.default
    }


def _read(kind: type[T], row: dict[str, Any] | None) -> T | None:
    return None if row is None else kind(**_tuples(row))


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with tuples for lists, so that levels are hashable."""
    return {name: _tuple(value) for name, value in row.items()}


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
