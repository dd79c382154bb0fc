"""The gap between the two bodies of a goal, from their outlines."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    """Return the smallest distance from any of the points to any edge."""
    along = np.roll(corners, -1, axis=0) - corners
    length = np.maximum((along**2).sum(axis=1), 1e-12)  # a single point has an edge of no length
    away = points[:, None] - corners
    share = np.clip((away * along).sum(axis=2) / length, 0.0, 1.0)
    return float(np.sqrt(((away - share[..., None] * along) ** 2).sum(axis=2)).min())
