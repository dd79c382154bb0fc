"""Rankings: the candidates of one task by score, lowered around every failure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.phyre import validate
from topple.worlds.phyre.actions import Tier
from topple.worlds.phyre.agents.ranker.rollouts import pixels
from topple.worlds.phyre.task import PhyreTask

_RADIUS = 8.0  # pixels of radius over which a failure counts
_FARTHEST = 4.0  # times the reach; a bell curve is next to nothing beyond


@dataclass(frozen=True, slots=True)
class Doubt:
    """How far a failure counts, in pixels, and by how much it lowers a score at its own place."""

    reach: float
    penalty: float


@dataclass(frozen=True, slots=True)
class Places:
    """Where candidates put their balls: numbers x candidates in pixels."""

    table: NDArray[np.float32]
    by_x: NDArray[np.intp]  # candidates in the order of the first ball's x
    xs: NDArray[np.float32]  # one value per candidate, in that order

    def within(self, place: NDArray[np.float32], reach: float) -> NDArray[np.intp]:
        """Return the candidates whose first ball is in a square around a place."""
        first, last = np.searchsorted(self.xs, [place[0] - reach, place[0] + reach + 1])
        column = self.by_x[first:last]
        return np.asarray(column[np.abs(self.table[1, column] - place[1]) <= reach])


@lru_cache(maxsize=4)
def places(tier: Tier, count: int) -> Places:
    """Sort the first candidates of a tier by place."""
    table = np.ascontiguousarray(pixels(tier.candidates(count)).T.astype(np.float32))
    by_x = np.argsort(table[0], kind="stable")
    return Places(table, by_x, table[0, by_x])


class Ranking:
    """The candidates that are left for one task."""

    def __init__(self, task: PhyreTask, scores: NDArray[np.float32], doubt: Doubt) -> None:
        self._task, self._scores, self._doubt = task, scores.copy(), doubt
        self._candidates = task.tier.candidates(len(scores))
        self._places = places(task.tier, len(scores))
        self._seen = 0

    def best(self, past: Sequence[Attempt]) -> Action | None:
        """Return the best candidate after the attempts so far, or None if none is left."""
        for attempt in past[self._seen :]:
            self._learn(attempt)
        self._seen = len(past)
        while True:
            number = int(self._scores.argmax())
            if self._scores[number] == -np.inf:
                return None
            action = self._candidates[number]
            # The scene alone refuses an action that overlaps a body; nothing is simulated.
            if not validate(self._task, action)[0]:
                return tuple(action.tolist())
            self._scores[number] = -np.inf

    def _learn(self, attempt: Attempt) -> None:
        """Drop the action of an attempt; if it missed, lower the scores around it."""
        if attempt.action is None:
            return
        place = pixels(np.array([attempt.action]))[0].astype(np.float32)
        around = self._places.within(place, _FARTHEST * self._doubt.reach)
        apart = self._places.table[:, around] - place[:, None]
        if attempt.outcome is Outcome.MISSED:
            reach = self._doubt.reach
            widths = np.tile(np.array([reach, reach, _RADIUS], np.float32), len(place) // 3)
            bell = np.exp(-((apart / widths[:, None]) ** 2).sum(0) / 2)
            self._scores[around] -= self._doubt.penalty * bell
        # Several candidates may round to the same pixels, and are then the same attempt.
        self._scores[around[~apart.any(0)]] = -np.inf
