"""A table at a moment as figures: what is fixed, the balls, their trails and marks of impacts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import Figure
from topple.draw.look import Bodies, Spots
from topple.worlds.pool.goals import Lags, Pots, Stops
from topple.worlds.pool.look import balls, furniture
from topple.worlds.pool.question import LETTERS, Question
from topple.worlds.pool.rules import lowest
from topple.worlds.pool.table import (
    BALLS,
    CUE,
    POCKET_RADII,
    POCKETS,
    RADIUS,
    WIDTH,
    Point,
    on_table,
)
from topple.worlds.pool.task import PoolTask

AIM_LENGTH = 0.1  # metres of the line that shows the stick, per m/s
# The numbers of the figures.
_TABLE, _DISC, _RING, _ZONE, _SHADOW, _MARK, _AIM, _HEAD_ZONE = range(8)
_FIRST_BALL = 8
FIRST_TRAIL = _FIRST_BALL + BALLS
_FIRST_LETTER = FIRST_TRAIL + BALLS
# Bodies with negative numbers decorate: rings, shadows, trails and marks, each with room to count.
_NO_BALL = -1
_RING_BODY, _SHADOWS, _TRAILS, _MARKS = -1, -100, -1_000, -1_000_000

Rows = list[tuple[float, ...]]


@cache
def figures() -> tuple[Figure, ...]:
    """Return all figures: furniture, balls, trails."""
    return (
        furniture.table(),
        furniture.disc(),
        furniture.ring(),
        furniture.zone(),
        balls.shadow(),
        balls.burst(),
        furniture.aim(),
        furniture.head_zone(),
        *balls.figures(),
        *(balls.trail(number) for number in range(BALLS)),
        *(furniture.letter(letter) for letter in LETTERS),
    )


def still_of(table: NDArray[np.float64], task: PoolTask) -> tuple[Spots, Bodies]:
    """Return the spots of a table at rest: what is fixed, and the balls."""
    return list_fixed(task), bodies_of(table, ringed_ball(task, table), [], [])


def ringed_ball(task: PoolTask, table: NDArray[np.float64]) -> int:
    """Return the ball with a ring: in games, the one to be hit first."""
    return lowest(table) if task.rules else _NO_BALL


def bodies_of(
    places: NDArray[np.float64],
    ringed: int,
    trails: Sequence[tuple[float, ...]],
    marks: Sequence[tuple[float, float]],
) -> Bodies:
    rows: Rows = [(_TRAILS - i, *row) for i, row in enumerate(trails)]
    present = on_table(places)
    spots = {ball: places[ball].tolist() for ball in present}
    rows += [(_SHADOWS - ball, _SHADOW, *spots[ball], 0, 1, 1) for ball in present]
    if ringed in spots:
        rows.append((_RING_BODY, _RING, *spots[ringed], 0, 1.45 * RADIUS, 1.45 * RADIUS))
    rows += [(ball, _FIRST_BALL + ball, *spots[ball], 0, 1, 1) for ball in present]
    rows += [(_MARKS - i, _MARK, x, y, 0, 1, 1) for i, (x, y) in enumerate(marks)]
    return np.array(rows, np.float64).reshape(-1, 7)


def list_fixed(task: PoolTask) -> Spots:
    rows: Rows = [(_TABLE, 0, 0, 0, 1, 1)]
    for condition in task.goal:
        match condition:
            case Stops(x=x, y=y, radius=radius):
                rows.append((_DISC, x, y, 0, radius, radius))
            case Pots(pocket=pocket) if pocket:
                size = POCKET_RADII[pocket] + 0.012
                rows.append((_RING, *POCKETS[pocket], 0, size, size))
            case Lags(within=within):
                top, low = RADIUS + within, furniture.CORNER
                rows.append((_HEAD_ZONE, 0, 0, 0, 1, 1))
                rows.append((_ZONE, 0, low, 0, WIDTH, top - low))
                rows.append((_AIM, 0, top, 0, WIDTH, 0.5))
    if task.question:
        rows += _marks_of(task.question, task.place(CUE))
    return np.array(rows, np.float64)


def _marks_of(question: Question, cue: Point) -> Rows:
    """Return the line of the stick, which is longer for faster shots, and the lettered spots."""
    shot = question.shot
    rows: Rows = [(_AIM, *cue, math.radians(shot.angle), AIM_LENGTH * shot.speed, 1)]
    return rows + [
        (_FIRST_LETTER + number, x, y, 0, 1, 1) for number, (x, y) in enumerate(question.spots)
    ]
