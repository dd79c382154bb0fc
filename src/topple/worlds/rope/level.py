"""Levels: candy on ropes, a creature to feed, and what helps or hinders.

The board is 100 x 100 units, the origin at the bottom left, y pointing up; times are in seconds.
The id of an item is its place in the list of its kind, counted from 1. Levels of the packs list
their items from top to bottom, then from left to right (`in_reading_order`). Ids never change: a
bubble keeps its own after it has caught the candy.

| item | what it does |
| --- | --- |
| candy | a point mass; two candies are halves, which merge when they are at most 5 apart |
| mouth | eats the whole candy within 6 |
| pin | holds ropes; a rope with a stiffness is elastic, any other is a cord |
| active pin | throws a rope of length `radius` round the first candy within that radius, once |
| pulley | a pin on a rail; `position` is 0 at the first end and 1 at the second |
| bubble | lifts the candy that comes within 4.5, until it is popped |
| cushion | blows along its direction when it is tapped |
| star | is collected within 5.5, until it `expires` (0 for never) |
| spikes, gate | destroy the candy within 2.5 of their segment; a gate only while it is lit |
| hat | carries the candy to the other hat of its `pair`; `nx, ny` points out of it |
| pad | reflects the candy |
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from topple._native import rope as core
from topple.errors import BadLevel, BadScene
from topple.sim.checks import clear_errors
from topple.worlds.rope.plain_data import from_data, to_data

SIZE = 100.0
RATE = 480  # steps per second
SECONDS = 60  # the longest game

_HINT = "`topple.worlds.rope.level` describes the items of a level"


@dataclass(frozen=True, slots=True)
class Candy:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Mouth:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rope:
    """A rope to a candy, by its id; a stiffness of 0 means a cord."""

    length: float
    candy: int = 1
    stiffness: float = 0.0


@dataclass(frozen=True, slots=True)
class Pin:
    x: float
    y: float
    ropes: tuple[Rope, ...] = ()
    crawler: bool = False


@dataclass(frozen=True, slots=True)
class ActivePin:
    x: float
    y: float
    radius: float
    crawler: bool = False


@dataclass(frozen=True, slots=True)
class Pulley:
    x1: float
    y1: float
    x2: float
    y2: float
    position: float = 0.0
    ropes: tuple[Rope, ...] = ()


@dataclass(frozen=True, slots=True)
class Bubble:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Cushion:
    x: float
    y: float
    dx: float
    dy: float


@dataclass(frozen=True, slots=True)
class Star:
    x: float
    y: float
    expires: float = 0.0


@dataclass(frozen=True, slots=True)
class Spikes:
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Gate:
    """Sparks between two electrodes: lit while `(time + phase) mod (on + off) < on`."""

    x1: float
    y1: float
    x2: float
    y2: float
    on: float
    off: float
    phase: float = 0.0

    def lit(self, seconds: float) -> bool:
        return (seconds + self.phase) % (self.on + self.off) < self.on


@dataclass(frozen=True, slots=True)
class Hat:
    x: float
    y: float
    nx: float
    ny: float
    pair: int = 1


@dataclass(frozen=True, slots=True)
class Pad:
    x1: float
    y1: float
    x2: float
    y2: float
    restitution: float


@dataclass(frozen=True)
class Level:
    """What is where at the start. A bubble at the place of a candy carries it from the start."""

    candies: tuple[Candy, ...]
    mouth: Mouth
    pins: tuple[Pin, ...] = ()
    active_pins: tuple[ActivePin, ...] = ()
    pulleys: tuple[Pulley, ...] = ()
    bubbles: tuple[Bubble, ...] = ()
    cushions: tuple[Cushion, ...] = ()
    stars: tuple[Star, ...] = ()
    spikes: tuple[Spikes, ...] = ()
    gates: tuple[Gate, ...] = ()
    hats: tuple[Hat, ...] = ()
    pads: tuple[Pad, ...] = ()
    rate: int = RATE

    @property
    def holders(self) -> tuple[tuple[Pin | Pulley, ...], ...]:
        """What holds ropes from the start: the pins, then the pulleys."""
        return self.pins, self.pulleys

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Level:
        """Read a level from plain data; raise `BadLevel` if it is not one."""
        level = from_data(cls, data, "the level")
        _ = level.native  # refuses what cannot be simulated
        return level

    @classmethod
    def from_json(cls, text: str | bytes) -> Level:
        """Read what `to_json` wrote; raise `BadLevel` if it is not a level."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadLevel(f"not a level: {error}", _HINT) from error
        return cls.from_data(data)

    def to_data(self) -> dict[str, Any]:
        """Return the level as plain data, without what has its usual value."""
        data: dict[str, Any] = to_data(self)
        return data

    def to_json(self) -> str:
        """Return the level as JSON."""
        return json.dumps(self.to_data())

    @cached_property
    def native(self) -> core.Level:
        """The level in the engine; raise `BadLevel` if it cannot be simulated."""
        try:
            with clear_errors():
                return core.Level(*self.for_engine().values())
        except BadScene as error:
            raise BadLevel(str(error), _HINT) from error

    def for_engine(self) -> dict[str, Any]:
        """Return the numbers that the engine takes, by name and in order."""
        return {
            "candies": [(c.x, c.y) for c in self.candies],
            "mouth": (self.mouth.x, self.mouth.y),
            "pins": [(p.x, p.y, int(p.crawler)) for p in self.pins],
            "active_pins": [(p.x, p.y, p.radius, int(p.crawler)) for p in self.active_pins],
            "pulleys": [(p.x1, p.y1, p.x2, p.y2, p.position) for p in self.pulleys],
            "ropes": [
                (kind, index, rope.candy - 1, rope.length, rope.stiffness)
                for kind, holders in enumerate(self.holders)
                for index, holder in enumerate(holders)
                for rope in holder.ropes
            ],
            "bubbles": [(b.x, b.y) for b in self.bubbles],
            "cushions": [(c.x, c.y, c.dx, c.dy) for c in self.cushions],
            "stars": [(s.x, s.y, s.expires) for s in self.stars],
            "spikes": [(s.x1, s.y1, s.x2, s.y2) for s in self.spikes],
            "gates": [(g.x1, g.y1, g.x2, g.y2, g.on, g.off, g.phase) for g in self.gates],
            "hats": [(h.x, h.y, h.nx, h.ny, h.pair) for h in self.hats],
            "pads": [(p.x1, p.y1, p.x2, p.y2, p.restitution) for p in self.pads],
            "rate": self.rate,
        }
