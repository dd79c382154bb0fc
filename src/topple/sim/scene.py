"""Scenes: what stands where, frozen, JSON both ways."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from topple.errors import BadScene


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
    """What a body is made of."""

    density: float = 0.25
    friction: float = 0.5
    restitution: float = 0.2
    linear_damping: float = 0.0
    angular_damping: float = 0.01


@dataclass(frozen=True, slots=True)
class Body:
    """One rigid body: a place, an angle and one or more convex shapes."""

    kind: str
    x: float
    y: float
    angle: float
    shapes: tuple[Shape, ...]
    dynamic: bool
    colour: int
    diameter: float = 0.0
    material: Material = Material()


@dataclass(frozen=True, slots=True)
class Physics:
    """How time passes: gravity in m/s², the step in seconds, the solver's effort."""

    gravity: tuple[float, float] = (0.0, -9.8)
    time_step: float = 1.0 / 60.0
    velocity_iterations: int = 15
    position_iterations: int = 20


@dataclass(frozen=True, slots=True)
class Scene:
    """Bodies in an area of `width` x `height` units, `scale` of them to the metre."""

    bodies: tuple[Body, ...]
    width: float
    height: float
    scale: float
    physics: Physics = Physics()

    def to_json(self) -> str:
        """Write the scene as canonical JSON; equal scenes give equal text."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Scene:
        """Read a scene back; raise `BadScene` naming what does not fit."""
        try:
            return _scene(json.loads(text))
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise BadScene(f"not a scene: {type(error).__name__}: {error}") from error

    def content_hash(self) -> str:
        """Name the content: 16 hex digits of the sha256 of the canonical JSON."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]


def _scene(data: dict[str, Any]) -> Scene:
    physics = dict(data.get("physics", {}))
    if "gravity" in physics:
        gx, gy = physics["gravity"]
        physics["gravity"] = (float(gx), float(gy))
    return Scene(
        bodies=tuple(_body(body) for body in data["bodies"]),
        width=float(data["width"]),
        height=float(data["height"]),
        scale=float(data["scale"]),
        physics=Physics(**physics),
    )


def _body(data: dict[str, Any]) -> Body:
    return Body(
        kind=str(data["kind"]),
        x=float(data["x"]),
        y=float(data["y"]),
        angle=float(data["angle"]),
        shapes=tuple(_shape(shape) for shape in data["shapes"]),
        dynamic=bool(data["dynamic"]),
        colour=int(data["colour"]),
        diameter=float(data.get("diameter", 0.0)),
        material=Material(**data.get("material", {})),
    )


def _shape(data: dict[str, Any]) -> Shape:
    if "radius" in data:
        return Circle(float(data["radius"]))
    return Polygon(tuple((float(x), float(y)) for x, y in data["vertices"]))
