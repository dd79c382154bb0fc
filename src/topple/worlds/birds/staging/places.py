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
CURVE = float("inf")  # upper end of y that only the reach limits
_MOST_REDRAWS = 1000


class Place(Protocol):
    """A method that draws the position of the anchor."""

    def draw(self, draw: Draw, anchor: Point) -> Point: ...


@dataclass(frozen=True, slots=True)
class Stays:
    """Keep the scene where it is."""

    def draw(self, draw: Draw, anchor: Point) -> Point:
        return anchor


@dataclass(frozen=True, slots=True)
class WithinReach:
    """Draw from the part of a box that is within reach (RL)."""

    x: Range
    y: Range

    def draw(self, draw: Draw, anchor: Point) -> Point:
        for trial in range(_MOST_REDRAWS):
            x = draw(f"x{trial}", *self.x)
            top = min(self.y[1], highest(x))
            if top >= self.y[0]:
                return x, draw("y", self.y[0], top)
        raise BadScene(f"no point with x in {self.x} and y above {self.y[0]} is within reach")


@dataclass(frozen=True, slots=True)
class Along:
    """Move sideways (X); with `reachable`, stay within reach at the anchor's height (RX)."""

    x: Range
    reachable: bool = False

    def draw(self, draw: Draw, anchor: Point) -> Point:
        last = min(self.x[1], farthest(anchor[1])) if self.reachable else self.x[1]
        return draw("x", self.x[0], last), anchor[1]


@dataclass(frozen=True, slots=True)
class OnTheEdge:
    """Draw from the boundary of the reach (ON-CURVE)."""

    def draw(self, draw: Draw, anchor: Point) -> Point:
        x = draw("x", BOUNDARY[0][0], BOUNDARY[-1][0])
        return x, highest(x)


@dataclass(frozen=True, slots=True)
class HalfLow:
    """Draw from a box without its upper left (HA) or upper right quarter (HB)."""

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
    """Draw beyond the reach: nearer above the height `split`, farther below it (OUT)."""

    y: Range
    split: float
    high_x: Range
    low_x: Range

    def draw(self, draw: Draw, anchor: Point) -> Point:
        y = draw("y", *self.y)
        return draw("x", *(self.high_x if y > self.split else self.low_x)), y


@dataclass(frozen=True, slots=True)
class Anywhere:
    """Draw from a box (FREE)."""

    x: Range
    y: Range

    def draw(self, draw: Draw, anchor: Point) -> Point:
        return draw("x", *self.x), draw("y", *self.y)
