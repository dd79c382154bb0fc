"""Practice games: shots that are best so far or drawn by chance, none of them played before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.agents.ddqn.player import MISSED, SOLVED, UNTRIED, Numbers
from topple.agents.ddqn.positions import MOST, Positions
from topple.tasks.draw import generator

Value = Callable[[NDArray[np.uint8]], NDArray[np.float32]]  # rows of what is seen -> angles


@dataclass(slots=True)
class Tally:
    """Shots played, and games that went by the best angle throughout: how many, how many solved."""

    shots: int = 0
    judged: int = 0
    solved: int = 0

    def judge(self, found: Numbers) -> None:
        """Count what the best angle came to, where that ended a game."""
        self.solved += int((found == SOLVED).sum())
        self.judged += int(((found == SOLVED) | (found == MISSED)).sum())


@dataclass(frozen=True, slots=True)
class Practice:
    """Plays games by a value of angles; `chance` is how likely a shot is drawn at random."""

    positions: Positions
    value: Value
    chance: float
    seed: int

    def play(self, first: int, count: int) -> Tally:
        """Play games of these numbers; every so many games, each task has had its turn."""
        tally = Tally()
        tasks, end = self.positions.tasks, first + count
        while first < end:
            turn, start = divmod(first, tasks)
            order = generator("practice order", self.seed, turn).permutation(tasks)
            chosen = order[start : start + end - first].astype(np.int32)
            self._play(chosen, generator("practice luck", self.seed, first), tally)
            first += len(chosen)
        return tally

    def _play(self, at: Numbers, rng: np.random.Generator, tally: Tally) -> None:
        """Play one game on each of some tasks, shot by shot."""
        judged = np.ones(len(at), np.bool_)
        while len(at):
            values = self.value(self.positions.rows[at])
            came = self.positions.came[at]
            lucky = rng.random(len(at)) < self.chance
            values[lucky] = rng.random((int(lucky.sum()), values.shape[1]))
            judged &= ~lucky
            # What the best angle comes to may be known: then the game goes on from there, or it
            # counts without being played and the best of the angles not yet tried is played.
            known = came[np.arange(len(at)), values.argmax(1)]
            known[lucky] = UNTRIED
            tally.judge(known[judged])
            judged &= (known != SOLVED) & (known != MISSED)
            values[came != UNTRIED] = -np.inf
            shot = (known < 0) & (came == UNTRIED).any(1)
            if len(self.positions) >= MOST:
                shot &= self.positions.last[at]
            found = known
            found[shot] = self.positions.play(at[shot], values[shot].argmax(1).astype(np.int32))
            tally.shots += int(shot.sum())
            tally.judge(found[judged & shot])
            at, judged = found[found >= 0], judged[found >= 0]
