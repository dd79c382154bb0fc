"""A sweep over all angles at full stretch: where each shot first hits, and how it bounces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from topple.sim import maths
from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.perception import Point, Thing
from topple.worlds.birds.agents._slingshot.trajectories import STEP, fly, velocity_after
from topple.worlds.birds.planner import Flight, flight
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.fixtures import GROUND_TOP

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


def bounced(layout: Layout, ray: Ray) -> Thing | None:
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
