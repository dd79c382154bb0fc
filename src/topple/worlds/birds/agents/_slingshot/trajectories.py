"""Flights of a bird: the two arcs to a point, and a sweep over all angles at full stretch."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from topple.sim import maths
from topple.worlds.birds.agents._slingshot.layout import Floats, Layout
from topple.worlds.birds.agents._slingshot.perception import Point, Thing
from topple.worlds.birds.planner import Flight, angles_to, flight
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, TIME_STEP
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.fixtures import GROUND_TOP
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


_ANGLES = np.radians(np.arange(-40.0, 86.0, 0.5))
_SECONDS = 4.3
_AFTER = 1.5  # seconds that a bird is followed after a bounce
_BOUNCE, _DRAG = 0.4, 0.8  # shares of the speed into and along a wall that remain


@dataclass(frozen=True, slots=True, eq=False)
class Ray:
    """A shot and the first thing it touches; None is the ground."""

    shot: Shot
    start: Flight
    thing: Thing | None
    time: float
    place: Point


def sweep(layout: Layout) -> Iterator[Ray]:
    """Yield shots at full stretch, the lowest angle first, up to their first contact."""
    for angle in _ANGLES.tolist():
        shot = Shot.at_angle(angle)
        start = flight(shot, layout.bird)
        path = fly(start, _SECONDS)
        touched = layout.touched(path)
        landing = np.flatnonzero(path[:, 1] < GROUND_TOP + layout.radius)
        ground = int(landing[0]) if len(landing) else len(path) - 1
        number, thing = touched[0] if touched and touched[0][0] < ground else (ground, None)
        place = float(path[number, 0]), float(path[number, 1])
        yield Ray(shot, start, thing, number * STEP, place)


def bounce(layout: Layout, ray: Ray) -> Thing | None:
    """Return what a shot touches after it bounced off the first thing."""
    normal = (0.0, 1.0) if ray.thing is None else _normal(ray.thing, ray.place)
    vx, vy = velocity_after(ray.start, ray.time)
    into = vx * normal[0] + vy * normal[1]
    along = -vx * normal[1] + vy * normal[0]
    if into >= 0:
        return None
    out, slid = -_BOUNCE * into, _DRAG * along
    after = Flight(
        *ray.place,
        out * normal[0] - slid * normal[1],
        out * normal[1] + slid * normal[0],
    )
    touched = layout.touched(fly(after, _AFTER))
    return next((thing for _, thing in touched if thing is not ray.thing), None)


def _normal(thing: Thing, place: Point) -> Point:
    """Return the outward normal of the side of an outline that is nearest to a place."""
    best, found = math.inf, (0.0, 1.0)
    middle = np.mean(thing.corners, axis=0)
    for a, b in zip(thing.corners, thing.corners[1:] + thing.corners[:1], strict=True):
        length = maths.dist(a, b)
        if not length:
            continue
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        share = min(max((place[0] - a[0]) * ux + (place[1] - a[1]) * uy, 0.0), length)
        near = a[0] + share * ux, a[1] + share * uy
        away = maths.dist(near, place)
        if away < best:
            best = away
            outwards = -uy * (near[0] - middle[0]) + ux * (near[1] - middle[1])
            found = (-uy, ux) if outwards > 0 else (uy, -ux)
    return found
