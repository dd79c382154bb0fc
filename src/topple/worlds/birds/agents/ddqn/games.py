"""Practice games: each shot is the best so far or random, and none is played twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import generator
from topple.worlds.birds.agents.ddqn.positions import MOST, Positions
from topple.worlds.birds.agents.ddqn.simulators import MISSED, SOLVED, UNTRIED, Numbers

Value = Callable[[NDArray[np.uint8]], NDArray[np.float32]]  # observations -> values of angles


@dataclass(slots=True)
class Tally:
    """Counts of shots, of games played by the best angle throughout, and of such games solved."""

    shots: int = 0
    judged: int = 0
    solved: int = 0

    def judge(self, found: Numbers) -> None:
        """Count the results of the best angle that end a game."""
        self.solved += int((found == SOLVED).sum())
        self.judged += int(((found == SOLVED) | (found == MISSED)).sum())


_AT_ONCE = 128  # shots between two looks at the clock


@dataclass(frozen=True, slots=True)
class Games:
    """Plays games by the values of angles; `chance` is the probability of a random shot.

    It leaves its games as they are as soon as `stopped` returns true.
    """

    positions: Positions
    value: Value
    chance: float
    seed: int
    stopped: Callable[[], bool] = lambda: False

    def play(self, first: int, count: int) -> Tally:
        """Play games number `first` and following; all tasks take turns, in random order."""
        tally = Tally()
        tasks, end = self.positions.tasks, first + count
        while first < end and not self.stopped():
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
            results = self.positions.results[at]
            randomly = rng.random(len(at)) < self.chance
            values[randomly] = rng.random((int(randomly.sum()), values.shape[1]))
            judged &= ~randomly
            # The result of the best angle may be known. Then the game continues from there, or it
            # counts without being played, and the best of the untried angles is played instead.
            known = results[np.arange(len(at)), values.argmax(1)]
            known[randomly] = UNTRIED
            tally.judge(known[judged])
            judged &= (known != SOLVED) & (known != MISSED)
            values[results != UNTRIED] = -np.inf
            shot = (known < 0) & (results == UNTRIED).any(1)
            if len(self.positions) >= MOST:
                shot &= self.positions.last[at]
            found = known
            played = self._shoot(at[shot], values[shot].argmax(1).astype(np.int32))
            if played is None:
                return
            found[shot] = played
            tally.shots += int(shot.sum())
            tally.judge(found[judged & shot])
            at, judged = found[found >= 0], judged[found >= 0]

    def _shoot(self, at: Numbers, angles: Numbers) -> Numbers | None:
        """Return the results of shots; None if there was no time for all of them."""
        found = [np.empty(0, np.int32)]
        for start in range(0, len(at), _AT_ONCE):
            if self.stopped():
                return None
            part = slice(start, start + _AT_ONCE)
            found.append(self.positions.play(at[part], angles[part]))
        return np.concatenate(found)
