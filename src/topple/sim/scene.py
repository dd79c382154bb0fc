"""Scenes: bodies and joints as frozen data, to and from JSON."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal, TypeVar, cast, get_args

from topple.errors import BadScene

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc around the body's origin."""

    radius: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex outline relative to the body's origin, counter-clockwise."""

    vertices: tuple[tuple[float, float], ...]


Shape = Circle | Polygon


@dataclass(frozen=True, slots=True)
class Material:
    """The material of a body."""

    density: float = 0.25
    friction: float = 0.5
    restitution: float = 0.2
    linear_damping: float = 0.0
    angular_damping: float = 0.01


@dataclass(frozen=True, slots=True)
class Body:
    """One rigid body: a position, an angle and one or more convex shapes."""

    kind: str
    x: float
    y: float
    angle: float
    shapes: tuple[Shape, ...]
    dynamic: bool
    colour: int
    diameter: float = 0.0
    material: Material = Material()


JointKind = Literal["hinge", "rod", "rope"]


@dataclass(frozen=True, slots=True)
class Joint:
    """Ties a point of one body to a point of another; points are relative to the bodies' origins.

    A hinge keeps the two points together, a rod exactly and a rope at most `length` apart.
    """

    kind: JointKind
    first: int
    second: int
    first_at: tuple[float, float] = (0.0, 0.0)
    second_at: tuple[float, float] = (0.0, 0.0)
    length: float = 0.0
    collide: bool = True  # whether the two bodies may touch


@dataclass(frozen=True, slots=True)
class Physics:
    """Gravity in m/s², the time step in seconds, and the iterations of the solver."""

    gravity: tuple[float, float] = (0.0, -9.8)
    time_step: float = 1.0 / 60.0
    velocity_iterations: int = 15
    position_iterations: int = 20


@dataclass(frozen=True, slots=True)
class Scene:
    """Bodies and joints in an area of `width` x `height` units, `scale` units per metre."""

    bodies: tuple[Body, ...]
    width: float
    height: float
    scale: float
    physics: Physics = Physics()
    joints: tuple[Joint, ...] = ()

    def to_json(self) -> str:
        """Return the scene as canonical JSON; equal scenes give equal text."""
        data = _plain(self)
        # Scenes without joints existed first, and the hash of this text is recorded.
        if not self.joints:
            del data["joints"]
        return json.dumps(data, sort_keys=True, separators=(",", ":"), default=_plain)

    @classmethod
    def from_json(cls, text: str) -> Scene:
        """Load a scene from JSON; raise `BadScene` that names what does not fit."""
        try:
            return _read(Scene, _SCENE, json.loads(text))
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise BadScene(f"not a scene: {error}") from error

    def content_hash(self) -> str:
        """Return the first 16 hex digits of the SHA-256 of the canonical JSON."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]


def _plain(part: Any) -> dict[str, Any]:
    """Return the fields of a part of a scene; `asdict` copies every number, which is slow."""
    return {field.name: getattr(part, field.name) for field in fields(part)}


_Readers = Mapping[str, Callable[[Any], object]]


def _read(made: type[T], readers: _Readers, data: object) -> T:
    """Return a dataclass made from a JSON object, with one reader per field."""
    if not isinstance(data, dict):
        raise TypeError(f"a {made.__name__} is an object, not {_short(data)}")
    for name in data:
        if name not in readers:
            raise ValueError(f"a {made.__name__} has no `{_short(name)}`")
    return made(**{name: readers[name](value) for name, value in data.items()})


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{_short(value)} is not a number")
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return float(value)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{_short(value)} is not a whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{_short(value)} is not text")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{_short(value)} is neither true nor false")
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{_short(value)} is not a list")
    return value


def _pair(value: object) -> tuple[float, float]:
    x, y = map(_number, _list(value))
    return x, y


def _shape(data: object) -> Shape:
    if isinstance(data, dict) and "radius" in data:
        return _read(Circle, {"radius": _number}, data)
    return _read(Polygon, {"vertices": lambda found: tuple(map(_pair, _list(found)))}, data)


def _joint_kind(value: object) -> JointKind:
    for kind in get_args(JointKind):
        if value == kind:
            return cast(JointKind, kind)
    raise ValueError(f"{_short(value)} is no kind of joint: they are {get_args(JointKind)}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


_PHYSICS: _Readers = {
    "gravity": _pair,
    "time_step": _number,
    "velocity_iterations": _whole,
    "position_iterations": _whole,
}
_MATERIAL: _Readers = dict.fromkeys((field.name for field in fields(Material)), _number)
_BODY: _Readers = {
    "kind": _text,
    "x": _number,
    "y": _number,
    "angle": _number,
    "shapes": lambda found: tuple(map(_shape, _list(found))),
    "dynamic": _truth,
    "colour": _whole,
    "diameter": _number,
    "material": partial(_read, Material, _MATERIAL),
}
_JOINT: _Readers = {
    "kind": _joint_kind,
    "first": _whole,
    "second": _whole,
    "first_at": _pair,
    "second_at": _pair,
    "length": _number,
    "collide": _truth,
}
_SCENE: _Readers = {
    "bodies": lambda found: tuple(_read(Body, _BODY, body) for body in _list(found)),
    "width": _number,
    "height": _number,
    "scale": _number,
    "physics": partial(_read, Physics, _PHYSICS),
    "joints": lambda found: tuple(_read(Joint, _JOINT, joint) for joint in _list(found)),
}
