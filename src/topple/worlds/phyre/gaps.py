"""The gap between the two bodies of a goal, from their outlines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.sim import maths
from topple.sim.scene import Body, Circle
from topple.worlds.phyre.task import PhyreTask

# The engine keeps bodies in contact up to twice its skin apart, 0.12 units.
TOUCHING = 0.15

Floats = NDArray[np.float64]


def gap(task: PhyreTask, poses: Floats) -> float:
    """Return the gap for poses, bodies x (x, y, angle), in scene units."""
    pair = (task.goal.first, task.goal.second)
    first, second = (_outline(task.scene.bodies[i], poses[i]) for i in pair)
    return max(0.0, min(_gap(a, b) for a in first for b in second))


@dataclass(frozen=True, eq=False, slots=True)
class _Outline:
    corners: Floats  # the centre alone for a ball
    radius: float


def _outline(body: Body, pose: Floats) -> list[_Outline]:
    x, y, angle = (float(value) for value in pose)
    cos, sin = maths.cos(angle), maths.sin(angle)
    return [
        _Outline(np.array([[x, y]]), shape.radius)
        if isinstance(shape, Circle)
        else _Outline(
            np.array([(cos * u - sin * v + x, sin * u + cos * v + y) for u, v in shape.vertices]),
            0.0,
        )
        for shape in body.shapes
    ]


def _gap(a: _Outline, b: _Outline) -> float:
    nearest = min(_to_edges(a.corners, b.corners), _to_edges(b.corners, a.corners))
    return nearest - a.radius - b.radius


def _to_edges(points: Floats, corners: Floats) -> float:
    """Return the smallest distance from any of the points to any edge."""
    along = np.roll(corners, -1, axis=0) - corners
    length = np.maximum(maths.dots(along, along), 1e-12)  # a single point has an edge of no length
    away = points[:, None] - corners
    share = np.clip(maths.dots(away, along) / length, 0.0, 1.0)
    off = away - share[..., None] * along
    return float(np.sqrt(maths.dots(off, off)).min())
