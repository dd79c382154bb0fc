"""Tables and goals as numbers, for learners: 72 of them, from -1 to 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.worlds.pool import goals
from topple.worlds.pool.events import POCKETS
from topple.worlds.pool.rules import lowest
from topple.worlds.pool.table import BALLS, LENGTH, WIDTH
from topple.worlds.pool.task import PoolTask

KINDS = (
    goals.Pots,
    goals.PotsAny,
    goals.PotsNothing,
    goals.KeepsCue,
    goals.Banks,
    goals.HitsFirst,
    goals.HitsBoth,
    goals.Stops,
    goals.StopsAtContact,
    goals.ComesBack,
    goals.Lags,
)
_MOST_RAILS = 3
# Presence and place of every ball; kinds of conditions, their balls, pocket, disc and rails; the
# ball to be hit first in a game, and the share of shots that are left.
SIZE = 3 * BALLS + len(KINDS) + BALLS + len(POCKETS) + 3 + 1 + BALLS + 1


def encode(task: PoolTask, table: NDArray[np.float64], left: float) -> NDArray[np.float32]:
    """Return a table at rest, the goal of its task and the share of shots that are left."""
    seen = np.zeros(SIZE, np.float32)
    balls, there = seen[: 3 * BALLS].reshape(BALLS, 3), table[:, 0] == table[:, 0]  # not NaN
    balls[there, 0] = 1
    balls[there, 1:] = 2 * table[there] / (WIDTH, LENGTH) - 1
    seen[3 * BALLS : -BALLS - 1] = _goal(task.goal)
    if task.rules:
        seen[lowest(table) - BALLS - 1] = 1
    seen[-1] = left
    return seen


def _goal(goal: goals.Goal) -> NDArray[np.float64]:
    kinds, balls = np.zeros(len(KINDS)), np.zeros(BALLS)
    pockets, disc, rails = np.zeros(len(POCKETS)), np.zeros(3), 0.0
    for condition in goal:
        kinds[KINDS.index(type(condition))] = 1
        match condition:
            case goals.Pots(ball=ball, pocket=pocket):
                balls[ball] = 1
                if pocket:
                    pockets[POCKETS.index(pocket)] = 1
            case goals.HitsFirst(ball=ball, rails=count):
                balls[ball], rails = 1, count / _MOST_RAILS
            case goals.HitsBoth(rails=count):
                rails = count / _MOST_RAILS
            case goals.Stops(ball=ball, x=x, y=y, radius=radius):
                balls[ball] = 1
                disc[:] = 2 * x / WIDTH - 1, 2 * y / LENGTH - 1, radius
    return np.concatenate([kinds, balls, pockets, disc, [rails]])
