"""The ways of birds as dots on a picture, a colour for each shot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from topple._native import Sprites
from topple.worlds.birds.art import camera
from topple.worlds.birds.level import Level
from topple.worlds.birds.planner import flight, shots_at
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.simulate import Play
from topple.worlds.birds.strokes import WHITE, Rgb, fill, oval
from topple.worlds.birds.task import BirdsTask

INKS: tuple[Rgb, ...] = ((214, 40, 40), (32, 84, 196), (150, 40, 170), (196, 96, 0))

_SPACING = 0.5  # units from dot to dot
_SIZE = 0.22
_RING = 1.3  # the width of a ring around a pig
_RING_INK: Rgb = (250, 170, 0)
_CLEAR = 1.6  # units from the drawn sling to the first dot, so that the bird is seen
_SHORT = 0.4  # units from the last dot of an aim to the pig
_RIM = 0.1


@dataclass(frozen=True, slots=True)
class Path:
    """Points (x, y) of one way, and the number of its colour."""

    ink: int
    points: NDArray[np.float64]


def aims(task: BirdsTask) -> list[Path]:
    """Give the ways of the first bird to the nearest pig, flat and steep, as if nothing stood."""
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
        found.append(Path(number, points[far]))
    return found


def flown(level: Level, play: Play, steps: int) -> list[Path]:
    """Give the ways of all birds, their parts and eggs in the first steps of a recorded play."""
    rows = play.tracks()
    first = len(level.things) + 1
    rows = rows[(rows[:, 1] >= first) & (rows[:, 0] <= steps)]
    rows = rows[np.argsort(rows[:, 1], kind="stable")]
    things = play.native.things()
    found, bird = [], 0
    for body, group in groupby(rows.tolist(), key=lambda row: int(row[1])):
        bird = max(bird, things[body][1])  # an egg has none, and is that of the last bird
        found.append(Path(bird, np.array([(x, y) for _, _, x, y, _ in group])))
    return found


def dotted(
    picture: NDArray[np.uint8], paths: Sequence[Path], targets: Sequence[tuple[float, float]] = ()
) -> NDArray[np.uint8]:
    """Draw ways onto a screenshot of any size, and rings around targets."""
    spots = [(len(INKS), x, y, 0.0, 1.0, 1.0) for x, y in targets]
    spots += [
        (path.ink % len(INKS), x, y, 0.0, 1.0, 1.0)
        for path in paths
        for x, y in _spaced(path.points).tolist()
    ]
    rows = np.array(spots, np.float64).reshape(-1, 6)
    return _sprites().draw(picture, rows, camera(picture.shape[1]))


def _spaced(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Choose points that lie evenly along the way."""
    way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    wanted = np.arange(_CLEAR, way[-1], _SPACING)
    return points[np.minimum(np.searchsorted(way, wanted), len(points) - 1)]


@cache
def _sprites() -> Sprites:
    dots = [
        (
            fill(WHITE, oval(0.0, 0.0, _SIZE + _RIM, _SIZE + _RIM)),
            fill(ink, oval(0.0, 0.0, _SIZE, _SIZE)),
        )
        for ink in INKS
    ]
    sides = (_RING + 0.2, _RING + 0.14, _RING)
    outer, middle, inner = (oval(0.0, 0.0, side, side, 32) for side in sides)
    ring = (fill(WHITE, outer, inner), fill(_RING_INK, middle, inner))
    return Sprites([*dots, ring])
