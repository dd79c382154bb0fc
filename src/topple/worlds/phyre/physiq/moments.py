"""Simulate a proposal: five moments, how the run ends, and the gap between the goal bodies."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.worlds.phyre.gaps import gap
from topple.worlds.phyre.physiq.proposal import Balls, action
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.view import bodies_with_balls

# The moments are the start, a quarter, a half and three quarters of the motion, and the end.
LAST = 4
_AT_REST = 0.1  # largest distance from the final position, in units
_REST_STEPS = 60  # a run ends in a stop if all bodies rest for this long, one second

Floats = NDArray[np.float64]


class End(StrEnum):
    """How a run ends."""

    WIN = "win"
    STOP = "stop"  # everything is at rest
    TIME_LIMIT = "time_limit"


@dataclass(frozen=True, eq=False, slots=True)
class Moments:
    """The moments of one run and how it ended."""

    end: End
    steps: tuple[int, ...]  # the step of each moment
    poses: Floats  # moments x bodies x (x, y, angle)


@lru_cache(maxsize=8192)
def moments(task: PhyreTask, balls: Balls) -> Moments:
    """Simulate a valid proposal to its end."""
    batch = simulate(task, [action(balls)], stride=1, threads=1)
    steps = int(batch.steps[0])
    bodies = bodies_with_balls(task.scene, balls)
    start = np.array([(body.x, body.y, body.angle) for body in bodies])
    path = np.concatenate([start[None], batch.frames(0)])
    moving = _moving(path)
    kept = [*(round(i * moving / LAST) for i in range(LAST)), steps]
    rests = moving <= steps - _REST_STEPS
    end = End.WIN if batch.solved[0] else End.STOP if rests else End.TIME_LIMIT
    return Moments(end, tuple(kept), path[kept])


def end_gap(task: PhyreTask, balls: Balls) -> float:
    """Return the gap between the two goal bodies at the end, to a thousandth of a scene unit."""
    return round(gap(task, moments(task, balls).poses[LAST]), 3)


def _moving(path: Floats) -> int:
    """Return the number of steps after which nothing moves any more."""
    away = np.abs(path[..., :2] - path[-1, :, :2]).max(axis=(1, 2)) > _AT_REST
    return int(np.flatnonzero(away)[-1]) + 1 if away.any() else 0
