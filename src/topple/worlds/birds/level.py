"""Levels: what stands where before the first shot. They can be written and read as JSON."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast, get_args

from topple.errors import BadLevel
from topple.worlds.birds.rules import RULE_SETS, SLING, USUAL
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.materials import MATERIALS
from topple.worlds.birds.things.outlines import Outline
from topple.worlds.birds.things.pigs import PIGS

Role = Literal["block", "pig", "tnt", "platform"]
_TYPES: dict[Role, tuple[str, ...]] = {
    "block": tuple(BLOCKS),
    "pig": tuple(PIGS),
    "tnt": ("",),
    "platform": ("Platform",),
}
_COUNTED: dict[str, Role] = {
    "pigs": "pig",
    "blocks": "block",
    "tnt": "tnt",
    "platforms": "platform",
}
# Far beyond any level; a larger number is a mistake.
_FARTHEST = 1000.0
_MOST_TURN = 1e4
_LARGEST_SCALE = 1000.0
_MOST_WIDTH = 20
_MOST_THINGS = 500
_MOST_BIRDS = 50
_MOST_CORNERS = 100  # corners of all hills together
_NARROWEST_PICTURE = 1.0
_LONGEST_TEXT = 40

# The part of a level that a picture shows: x and y of its middle, and its width.
Camera = tuple[float, float, float]
CAMERA: Camera = (0.0, -1.0, 35.0)
# The light in which a level is drawn: the colours of sky and ground.
DAY, DUSK = LIGHTS = ("day", "dusk")


@dataclass(frozen=True, slots=True)
class Placed:
    """One thing: its kind, its centre, its angle; platforms have a scale."""

    role: Role
    type: str
    x: float
    y: float
    angle: float = 0.0
    material: str = ""
    scale_x: float = 1.0
    scale_y: float = 1.0

    def __post_init__(self) -> None:
        if self.role not in get_args(Role):
            raise BadLevel(f"unknown role {_short(self.role)}", f"give {', '.join(get_args(Role))}")
        if self.type not in _TYPES[self.role]:
            raise BadLevel(
                f"unknown {self.role} {_short(self.type)}", f"give {', '.join(_TYPES[self.role])}"
            )
        if (self.role == "block") != bool(self.material):
            raise BadLevel("a block needs a material, and no other thing has one")
        if self.material and self.material not in MATERIALS:
            raise BadLevel(
                f"unknown material {_short(self.material)}", f"give {', '.join(MATERIALS)}"
            )
        for name, most in (
            ("x", _FARTHEST),
            ("y", _FARTHEST),
            ("angle", _MOST_TURN),
            ("scale_x", _LARGEST_SCALE),
            ("scale_y", _LARGEST_SCALE),
        ):
            _bound(name, getattr(self, name), most)


@dataclass(frozen=True, slots=True)
class Level:
    """Birds in the order of launch, and things in the order they enter the engine.

    Hills are outlines on top of the flat ground. `rules` names one of `RULE_SETS`.
    """

    birds: tuple[str, ...]
    things: tuple[Placed, ...]
    sling: tuple[float, float] = SLING
    width: int = 2
    camera: Camera = CAMERA
    hills: tuple[Outline, ...] = ()
    rules: str = USUAL
    light: str = DAY

    def __post_init__(self) -> None:
        for bird in self.birds:
            if bird not in BIRDS:
                raise BadLevel(f"unknown bird {_short(bird)}", f"give {', '.join(BIRDS)}")
        if len(self.birds) > _MOST_BIRDS or len(self.things) > _MOST_THINGS:
            raise BadLevel(f"a level has at most {_MOST_BIRDS} birds and {_MOST_THINGS} things")
        for place in self.sling:
            _bound("sling", place, _FARTHEST)
        if not 1 <= self.width <= _MOST_WIDTH:
            raise BadLevel(f"the width is {_short(self.width)}, not 1 to {_MOST_WIDTH}")
        if self.rules not in RULE_SETS:
            raise BadLevel(f"unknown rules {_short(self.rules)}", f"give {', '.join(RULE_SETS)}")
        if self.light not in LIGHTS:
            raise BadLevel(f"unknown light {_short(self.light)}", f"give {' or '.join(LIGHTS)}")
        self._check_shown()

    def _check_shown(self) -> None:
        for place in self.camera:
            _bound("camera", place, _FARTHEST)
        if self.camera[2] < _NARROWEST_PICTURE:
            raise BadLevel(f"a picture {self.camera[2]:g} wide", "the camera is x, y and width")
        if sum(map(len, self.hills)) > _MOST_CORNERS:
            raise BadLevel(f"the hills of a level have at most {_MOST_CORNERS} corners")
        for place in (place for hill in self.hills for corner in hill for place in corner):
            _bound("hill", place, _FARTHEST)

    def to_json(self) -> str:
        """Write the level as canonical JSON; equal levels give equal text.

        Camera, hills, rules and light are left out if they are the usual ones.
        """
        data = asdict(self)
        for name, usual in _LATER.items():
            if data[name] == usual:
                del data[name]
        return json.dumps(data, sort_keys=True, separators=(",", ":"))

    def counts(self) -> dict[str, int]:
        """Count birds and things by kind."""
        roles = Counter(thing.role for thing in self.things)
        counted = {name: roles[role] for name, role in _COUNTED.items()}
        return {"birds": len(self.birds), **counted}

    @classmethod
    def from_json(cls, text: str) -> Level:
        """Read a level from JSON; raise `BadLevel` with the reason if it is not one."""
        try:
            data = json.loads(text)
            return _level(data)
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise BadLevel(f"not a level: {str(error)[:200]}") from error


# Keys that levels lacked at first: JSON leaves out their usual values, so that names stay.
_LATER = {"camera": CAMERA, "hills": (), "rules": USUAL, "light": DAY}
_LEVEL = {"sling": SLING, "width": 2, **_LATER}
_PLACED = {"angle": 0.0, "material": "", "scale_x": 1.0, "scale_y": 1.0}


def _level(data: Any) -> Level:
    data = _fill(data, {"birds", "things"}, _LEVEL)
    x, y = data["sling"]
    middle_x, middle_y, wide = data["camera"]
    if isinstance(data["width"], bool) or not isinstance(data["width"], int):
        raise TypeError(f"{_short(data['width'])} is not a whole number")
    if not isinstance(data["birds"], list) or not isinstance(data["things"], list):
        raise TypeError("birds and things must be lists")
    return Level(
        tuple(_text(bird) for bird in data["birds"]),
        tuple(map(_place, data["things"])),
        (_real(x), _real(y)),
        data["width"],
        (_real(middle_x), _real(middle_y), _real(wide)),
        tuple(tuple((_real(x), _real(y)) for x, y in hill) for hill in data["hills"]),
        _text(data["rules"]),
        _text(data["light"]),
    )


def _place(data: Any) -> Placed:
    data = _fill(data, {"role", "type", "x", "y"}, _PLACED)
    words = {name: _text(data[name]) for name in ("role", "type", "material")}
    reals = {name: _real(data[name]) for name in ("x", "y", "angle", "scale_x", "scale_y")}
    return Placed(
        cast(Role, words["role"]),
        words["type"],
        reals["x"],
        reals["y"],
        reals["angle"],
        words["material"],
        reals["scale_x"],
        reals["scale_y"],
    )


def _fill(data: object, needed: set[str], usual: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with the usual values of the keys that it leaves out."""
    if not isinstance(data, dict):
        raise TypeError(f"{_short(data)} is not an object")
    if not needed <= set(data) <= needed | set(usual):
        raise ValueError(f"the keys are not {sorted(needed)} and some of {sorted(usual)}")
    return {**usual, **data}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{_short(value)} is not text")
    return value


def _real(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{_short(value)} is not a number")
    return float(value)


def _bound(name: str, value: float, most: float) -> None:
    if not (math.isfinite(value) and abs(value) <= most):
        raise BadLevel(f"{name} is {_short(value)}, not a number from {-most:g} to {most:g}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}..."
