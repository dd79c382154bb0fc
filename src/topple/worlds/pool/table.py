"""The table in metres: x runs across it, y along it, and the rack is at high y."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from topple._native import pool as core
from topple.sim import maths

WIDTH, LENGTH = 0.9906, 1.9812  # nose to nose
RADIUS = 0.028575  # radius of a ball
BALLS = 10  # rows of a table: the cue ball, then 1 to 9
CUE, NINE = 0, 9
GAP = 1e-4  # between balls that are put on the table

Point = tuple[float, float]

POCKETS: dict[str, Point] = {name: (x, y) for name, x, y, _ in core.pockets()}
POCKET_RADII: dict[str, float] = {name: radius for name, _, _, radius in core.pockets()}
SIDE_POCKETS = ("lc", "rc")
# Where to aim: the centres of the pockets are behind the cushions, so that a ball that is sent to
# the centre of a side pocket from afar meets its jaw.
MOUTHS: dict[str, Point] = {
    name: (min(max(x, 0.0), WIDTH), min(max(y, 0.0), LENGTH)) for name, (x, y) in POCKETS.items()
}


def ghost(ball: Point, target: Point) -> Point:
    """Return where the centre of the cue ball must be to send the ball to the target."""
    x, y = ball
    away = maths.hypot(target[0] - x, target[1] - y)
    share = 2 * RADIUS / away
    return x - share * (target[0] - x), y - share * (target[1] - y)


def direction(start: Point, end: Point) -> float:
    """Return the angle of the line between two places, in degrees from 0 to 360."""
    return math.degrees(maths.atan2(end[1] - start[1], end[0] - start[0])) % 360


def apart(first: Point, second: Point) -> float:
    """Return the distance of two places."""
    return maths.hypot(second[0] - first[0], second[1] - first[1])


def cut_angle(cue: Point, ball: Point, target: Point) -> float:
    """Return by how many degrees the ball must leave the line on which the cue ball comes."""
    turn = direction(ball, target) - direction(cue, ghost(ball, target))
    return abs((turn + 180) % 360 - 180)


def on_table(table: NDArray[np.float64]) -> list[int]:
    """Return the numbers of the balls on a table."""
    return [ball for ball in range(BALLS) if not np.isnan(table[ball, 0])]
