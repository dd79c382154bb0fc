"""Trajectories: the flat and the steep arc to a point of a thing, and what a bird hits on them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.perception import Point, Thing
from topple.worlds.birds.agents._slingshot.shapes import Floats
from topple.worlds.birds.planner import Flight, angles_to, flight
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, TIME_STEP
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.names import PLATFORM

STEP = 0.01  # seconds between the points of a path
_BEYOND = 0.8  # seconds that a path continues after its goal
_PULL = GRAVITY * GRAVITY_SCALE


@dataclass(frozen=True, slots=True, eq=False)
class Trajectory:
    """An arc to a point of a goal.

    `before` is what a bird touches before the goal, in order, and `after` what it would touch
    behind it. `contact` is the time of the first touch, `arrival` the time at the point.
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
        """Whether it is unobstructed."""
        return not self.before

    @property
    def walled(self) -> bool:
        """Whether a platform, which never breaks, is before the goal."""
        return any(thing.kind == PLATFORM for thing in self.before)

    def tapped(self, share: float, until: float | None = None) -> Shot:
        """Return the shot with the power used after a share of the time `until`, or to arrival."""
        return replace(self.shot, tap=share * (self.arrival if until is None else until))


def trajectories_to(layout: Layout, goal: Thing, points: Iterable[Point]) -> list[Trajectory]:
    """Return the trajectories to points of a thing, flat before steep; none if out of reach."""
    found = []
    for at in points:
        angles = angles_to(*at, bird=layout.bird)
        for number, angle in enumerate(angles):
            trajectory = _trajectory(layout, goal, at, Shot.at_angle(angle), steep=number > 0)
            if trajectory is not None:
                found.append(trajectory)
    return found


def fly(start: Flight, seconds: float) -> Floats:
    """Return the places of a bird that nothing stops, every `STEP` seconds."""
    time = np.arange(0.0, seconds, STEP)
    fall = _PULL * time * (time + TIME_STEP) / 2
    return np.stack([start.x + start.speed_x * time, start.y + start.speed_y * time - fall], axis=1)


def velocity_after(start: Flight, time: float) -> tuple[float, float]:
    """Return the velocity of a bird after some time of flight."""
    return start.speed_x, start.speed_y - _PULL * time


def aim_points(thing: Thing) -> list[Point]:
    """Return the points of a thing to aim at: its middle, then points near its edges."""
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


def _trajectory(
    layout: Layout, goal: Thing, at: Point, shot: Shot, *, steep: bool
) -> Trajectory | None:
    start = flight(shot, layout.bird)
    arrival = start.time_to(at[0])
    if arrival is None or not math.isfinite(arrival):
        return None
    touched = layout.touched(fly(start, arrival + _BEYOND))
    there = next((n for n, thing in touched if thing is goal), round(arrival / STEP))
    return Trajectory(
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
