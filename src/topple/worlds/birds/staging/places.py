"""Placement of a template's scene in a task, by the methods of the original.

Each method draws a new position for the anchor; everything else is shifted with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from topple.errors import BadScene
from topple.tasks.draw import Draw
from topple.worlds.birds.staging.reach import BOUNDARY, farthest, highest

Point = tuple[float, float]
Range = tuple[float, float]
CURVE = float("inf")  # as the upper end of y: only the reach limits it
_MOST_REDRAWS = 1000


class Place(Protocol):
    """A method that draws the position of the anchor."""

    def draw(self, draw: Draw, anchor: Point) -> Point: ...


@dataclass(frozen=True, slots=True)
class Stays:
    """The scene stays where it is."""

    def draw(self, draw: Draw, anchor: Point) -> Point:
        return anchor


@dataclass(frozen=True, slots=True)
class WithinReach:
    """Anywhere in a box below the reach (RL)."""

    x: Range
    y: Range

    def draw(self, draw: Draw, anchor: Point) -> Point:
        for trial in range(_MOST_REDRAWS):
            x = draw(f"x{trial}", *self.x)
            top = min(self.y[1], highest(x))
            if top >= self.y[0]:
                return x, draw("y", self.y[0], top)
        raise BadScene(f"no place within reach from x {self.x} above y {self.y[0]}")


@dataclass(frozen=True, slots=True)
class Along:
    """Sideways; with `reachable` no farther than the reach at the anchor's height (X, RX)."""

    x: Range
    reachable: bool = False

    def draw(self, draw: Draw, anchor: Point) -> Point:
        last = min(self.x[1], farthest(anchor[1])) if self.reachable else self.x[1]
        return draw("x", self.x[0], last), anchor[1]


@dataclass(frozen=True, slots=True)
class OnTheEdge:
    """Exactly on the boundary of the reach (ON-CURVE)."""

    def draw(self, draw: Draw, anchor: Point) -> Point:
        x = draw("x", BOUNDARY[0][0], BOUNDARY[-1][0])
        return x, highest(x)


@dataclass(frozen=True, slots=True)
class HalfLow:
    """In a box without one of its upper quarters: left is HA, right is HB."""

    x: Range
    y: Range
    without: str  # "left" or "right"

    def draw(self, draw: Draw, anchor: Point) -> Point:
        x = draw("x", *self.x)
        side = "left" if x < sum(self.x) / 2 else "right"
        top = sum(self.y) / 2 if side == self.without else self.y[1]
        return x, draw("y", self.y[0], top)


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """Beyond the reach: above `split` nearer by, below it farther off (OUT)."""

    y: Range
    split: float
    high_x: Range
    low_x: Range

    def draw(self, draw: Draw, anchor: Point) -> Point:
        y = draw("y", *self.y)
        return draw("x", *(self.high_x if y > self.split else self.low_x)), y


@dataclass(frozen=True, slots=True)
class Anywhere:
    """Anywhere in a box (FREE)."""

    x: Range
    y: Range

    def draw(self, draw: Draw, anchor: Point) -> Point:
        return draw("x", *self.x), draw("y", *self.y)
