"""What happens after a proposal: five moments of the run, how it ends, and the gap that is left."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.questions.proposals import Balls, action
from topple.sim.scene import Body, Circle
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.view import bodies_with_balls

LAST = 4  # moments are the start, a quarter, a half, three quarters and the end of the run
# The engine keeps bodies in contact up to twice its skin apart, 0.12 units.
TOUCHING = 0.15
_AT_REST = 0.1  # units a second
_SECOND = 60

Floats = NDArray[np.float64]


class End(StrEnum):
    """How a run ends."""

    WIN = "win"
    STOP = "stop"  # all came to rest
    TIME_LIMIT = "time_limit"


@dataclass(frozen=True, eq=False, slots=True)
class Moments:
    """One run of a proposal."""

    end: End
    steps: int
    poses: Floats  # moments x bodies x (x, y, angle)


@lru_cache(maxsize=8192)
def moments(task: PhyreTask, balls: Balls) -> Moments:
    """Play a valid proposal to its end."""
    batch = simulate(task, [action(balls)], stride=1, threads=1)
    steps = int(batch.steps[0])
    bodies = bodies_with_balls(task.scene, balls)
    start = np.array([(body.x, body.y, body.angle) for body in bodies])
    path = np.concatenate([start[None], batch.frames(0)])
    kept = [round(i * steps / LAST) for i in range(LAST + 1)]
    end = End.WIN if batch.solved[0] else End.STOP if _rests(path) else End.TIME_LIMIT
    return Moments(end, steps, path[kept])


def gap_at(task: PhyreTask, balls: Balls, moment: int) -> float:
    """Give the gap between the two goal bodies at a moment, in scene units."""
    bodies = task.scene.bodies
    pair = (task.goal.first, task.goal.second)
    poses = moments(task, balls).poses[moment]
    first, second = (_outline(bodies[i], poses[i]) for i in pair)
    return max(0.0, min(_gap(a, b) for a in first for b in second))


def _rests(path: Floats) -> bool:
    moved = path[-1] - path[-min(_SECOND, len(path)) :]
    return bool(np.abs(moved[..., :2]).max() <= _AT_REST)


@dataclass(frozen=True, eq=False, slots=True)
class _Outline:
    corners: Floats  # the centre alone for a ball
    radius: float


def _outline(body: Body, pose: Floats) -> list[_Outline]:
    x, y, angle = (float(value) for value in pose)
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.array([[cos, sin], [-sin, cos]])
    return [
        _Outline(np.array([[x, y]]), shape.radius)
        if isinstance(shape, Circle)
        else _Outline(np.array(shape.vertices) @ turn + (x, y), 0.0)
        for shape in body.shapes
    ]


def _gap(a: _Outline, b: _Outline) -> float:
    nearest = min(_to_edges(a.corners, b.corners), _to_edges(b.corners, a.corners))
    return nearest - a.radius - b.radius


def _to_edges(points: Floats, corners: Floats) -> float:
    """Give the distance from the nearest of the points to the nearest edge."""
    along = np.roll(corners, -1, axis=0) - corners
    length = np.maximum((along**2).sum(axis=1), 1e-12)  # a single point has an edge of no length
    away = points[:, None] - corners
    share = np.clip((away * along).sum(axis=2) / length, 0.0, 1.0)
    return float(np.sqrt(((away - share[..., None] * along) ** 2).sum(axis=2)).min())
