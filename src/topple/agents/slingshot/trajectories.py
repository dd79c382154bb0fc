"""Ways: the flat and the steep arc to a point of a thing, and what a bird meets on them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from topple.agents.slingshot.layout import Layout
from topple.agents.slingshot.perception import Point, Thing
from topple.agents.slingshot.shapes import Floats
from topple.worlds.birds.planner import Flight, angles_to, flight
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, TIME_STEP
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.names import PLATFORM

STEP = 0.01  # seconds between the points of a path
_BEYOND = 0.8  # seconds that a path goes on after its goal
_PULL = GRAVITY * GRAVITY_SCALE


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """An arc to a point of a goal.

    `before` is what a bird touches on it before the goal, in order, `after` what it would touch
    beyond; `contact` is when it first touches anything, `arrival` when it is at the point.
    """

    goal: Thing
    at: Point
    shot: Shot
    bird: str
    steep: bool
    before: tuple[Thing, ...]
    after: tuple[Thing, ...]
    contact: float
    arrival: float

    @property
    def free(self) -> bool:
        """Whether nothing is in the way."""
        return not self.before

    @property
    def walled(self) -> bool:
        """Whether something is in the way that never gives in."""
        return any(thing.kind == PLATFORM for thing in self.before)

    def tapped(self, share: float, until: float | None = None) -> Shot:
        """Give the shot with the power used after a share of the time, as a rule to the arrival."""
        return replace(self.shot, tap=share * (self.arrival if until is None else until))


def ways(layout: Layout, goal: Thing, points: Iterable[Point]) -> list[Way]:
    """Give the arcs to some points of a thing, flat before steep; none where it is out of reach."""
    found = []
    for at in points:
        angles = angles_to(*at, bird=layout.bird)
        for number, angle in enumerate(angles):
            way = _way(layout, goal, at, Shot.at_angle(angle), steep=number > 0)
            if way is not None:
                found.append(way)
    return found


def fly(start: Flight, seconds: float) -> Floats:
    """Give the places of a bird that nothing stops, at even times."""
    time = np.arange(0.0, seconds, STEP)
    fall = _PULL * time * (time + TIME_STEP) / 2
    return np.stack([start.x + start.speed_x * time, start.y + start.speed_y * time - fall], axis=1)


def speed_after(start: Flight, time: float) -> tuple[float, float]:
    """Give the velocity of a bird after some time of flight."""
    return start.speed_x, start.speed_y - _PULL * time


def corners_of(thing: Thing) -> list[Point]:
    """Give points of a thing worth a shot: its middle, then its corners and left side, inset."""
    x, y = thing.middle
    dx, dy = 0.35 * thing.width, 0.35 * thing.height
    return [
        (x, y),
        (x - dx, y + dy),
        (x - dx, y - dy),
        (x + dx, y + dy),
        (x - dx, y),
        (x, y + dy),
    ]


def _way(layout: Layout, goal: Thing, at: Point, shot: Shot, *, steep: bool) -> Way | None:
    start = flight(shot, layout.bird)
    arrival = start.time_to(at[0])
    if arrival is None or not math.isfinite(arrival):
        return None
    touched = layout.touched(fly(start, arrival + _BEYOND))
    there = next((n for n, thing in touched if thing is goal), round(arrival / STEP))
    return Way(
        goal,
        at,
        shot,
        layout.bird,
        steep,
        tuple(thing for n, thing in touched if n < there),
        tuple(thing for n, thing in touched if n >= there and thing is not goal),
        (touched[0][0] * STEP) if touched else arrival,
        arrival,
    )
