"""The paths of birds as dotted lines, one colour per shot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import WHITE, Figure, Rgb, fill, oval
from topple.draw.look import Spots
from topple.worlds.birds.level import Level
from topple.worlds.birds.planner import flight, shots_at
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, TIME_STEP
from topple.worlds.birds.simulate import Play
from topple.worlds.birds.task import BirdsTask

INKS: tuple[Rgb, ...] = ((214, 40, 40), (32, 84, 196), (150, 40, 170), (196, 96, 0))

_SPACING = 0.5  # units from dot to dot
_SIZE = 0.22
_RING = len(INKS)  # index of the ring among the figures
_RING_GAP = 0.45  # units between a target and its ring
_FAINT = 0.6  # size of a dot after a hit, as a share of a normal one
_AFTER_HIT = 8.0  # units of path shown after the first hit
_JOLT = 0.4  # units per second in one step: no longer a free flight
_RING_INK: Rgb = (250, 170, 0)
_CLEAR = 1.6  # units from the drawn sling to the first dot, so that the bird is seen
_SHORT = 0.4  # units from the last dot of an aim to the pig
_RIM = 0.1


Target = tuple[float, float, float]  # x, y, width


@dataclass(frozen=True, slots=True)
class Path:
    """Points (x, y) along one path, and the number of its colour."""

    ink: int
    points: NDArray[np.float64]
    clear: float = 0.0  # units without dots at its start


def aims(task: BirdsTask) -> list[Path]:
    """Return the flat and the steep path of the first bird to the nearest pig through free air."""
    pivot = task.rules.pivot
    pigs = [(thing.x, thing.y) for thing in task.level.things if thing.role == "pig"]
    x, y = min(pigs, key=lambda pig: np.hypot(pig[0] - pivot[0], pig[1] - pivot[1]))
    bird = task.level.birds[0]
    found = []
    for number, shot in enumerate(shots_at(x, y, bird=bird, rules=task.rules)):
        way = flight(shot, bird, task.rules)
        steps = round((way.time_to(x) or 0.0) / TIME_STEP)
        points = np.array([way.at(i * TIME_STEP) for i in range(steps + 1)])
        far = np.hypot(*(points - (x, y)).T) > _SHORT
        found.append(Path(number, points[far], _CLEAR))
    return found


def flight_paths(level: Level, play: Play, steps: int) -> list[Path]:
    """Return the paths of all birds, their parts and eggs in the first steps of a recorded play.

    A path ends not far from its first hit: what a bird does later seldom matters.
    """
    rows = play.tracks()
    first = len(level.things) + 1
    rows = rows[(rows[:, 1] >= first) & (rows[:, 0] <= steps)]
    rows = rows[np.argsort(rows[:, 1], kind="stable")]
    things = play.native.things()
    found: list[Path] = []
    bird = 0
    for body, group in groupby(rows.tolist(), key=lambda row: int(row[1])):
        bird = max(bird, things[body][1])  # an egg belongs to the last bird
        points = np.array([(x, y) for _, _, x, y, _ in group])
        way = _way(points)
        end = way[min(first_hit(points), len(way) - 1)] + _AFTER_HIT
        # Parts and eggs start in the air.
        launched = all(path.ink != bird for path in found)
        found.append(Path(bird, points[way <= end], _CLEAR if launched else 0.0))
    return found


def notes(paths: Sequence[Path], targets: Sequence[Target], first: int) -> Spots:
    """Return where dots along paths and rings around targets are; dots are smaller after a hit.

    `first` is the number of the first of `figures()`.
    """
    rows = [
        (first + _RING, x, y, 0.0, width + _RING_GAP, width + _RING_GAP) for x, y, width in targets
    ]
    for path in reversed(paths):  # the first lies on top
        hit = first_hit(path.points)
        for place, (x, y) in reversed(_space(path)):
            size = 1.0 if place <= hit else _FAINT
            rows.append((first + path.ink % len(INKS), x, y, 0.0, size, size))
    return np.array(rows, np.float64).reshape(-1, 6)


def _space(path: Path) -> list[tuple[float, list[float]]]:
    """Return points evenly spaced along a path, each with its place among the recorded points."""
    points = path.points
    way = _way(points)
    places = np.interp(np.arange(path.clear, way[-1], _SPACING), way, np.arange(len(way)))
    found = [np.interp(places, np.arange(len(way)), column) for column in points.T]
    return list(zip(places.tolist(), np.stack(found, axis=1).tolist(), strict=True))


def _way(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the length of the path up to each point."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def first_hit(points: NDArray[np.float64]) -> int:
    """Find where a bird that flew freely was stopped or turned; a boost makes it faster."""
    if len(points) < 3:
        return len(points)
    velocity = np.diff(points, axis=0) / TIME_STEP
    fall = np.array([0.0, GRAVITY * GRAVITY_SCALE * TIME_STEP])
    jolt = np.diff(velocity, axis=0) + fall
    slower = np.diff(np.hypot(*velocity.T)) < 0
    hits = np.flatnonzero((np.hypot(*jolt.T) > _JOLT) & slower)
    return int(hits[0]) + 1 if len(hits) else len(points)


@cache
def figures() -> tuple[Figure, ...]:
    """Draw a dot in every ink, then a ring."""
    dots = [
        (
            fill(WHITE, oval(0.0, 0.0, _SIZE + _RIM, _SIZE + _RIM)),
            fill(ink, oval(0.0, 0.0, _SIZE, _SIZE)),
        )
        for ink in INKS
    ]
    outer, middle, inner = (oval(0.0, 0.0, side, side, 32) for side in (1.2, 1.14, 1.0))
    ring = (fill(WHITE, outer, inner), fill(_RING_INK, middle, inner))
    return *dots, ring
