"""Batches of episodes that Python plays: the reference, and the only way of most worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.tasks.environment import Batch, Episode, Info, Options, Rules

_MOST = 1_000_000


def batch_of(rules: Rules[Any], count: int, threads: int | None, *, same_step: bool) -> Batch:
    """Return a batch of episodes under some rules, played natively where the world can."""
    if not 1 <= count <= _MOST:
        raise BadInput(f"cannot make {count} environments", f"`num_envs` is from 1 to {_MOST}")
    return rules.native(count, threads, same_step) or PythonBatch(rules, count, threads, same_step)


class PythonBatch(Batch):
    """Episodes that the rules of a world play."""

    def __init__(self, rules: Rules[Any], count: int, threads: int | None, same_step: bool) -> None:
        super().__init__(count, same_step)
        self._rules, self._threads = rules, threads
        self._rngs = [np.random.default_rng() for _ in range(count)]
        self._episodes: list[Episode] = []
        self._infos: list[Info] = []

    def seed(self, row: int, rng: np.random.Generator) -> None:
        self._rngs[row] = rng

    def reset(self, options: Options = None) -> None:
        self._episodes = list(self._rules.begin(self._rngs, options, self._threads))
        self._infos = [episode.info() for episode in self._episodes]
        self._clear(np.arange(self.count))
        self.observations = self._seen(self._episodes)
        if self.same_step:
            self.finals = {part: np.zeros_like(seen) for part, seen in self.observations.items()}

    def start(self, actions: object) -> None:
        self._rows = self._rules.read(actions, self.count)

    def wait(self) -> None:
        over = np.flatnonzero(self.terminated | self.truncated)
        self._clear(over)
        playing = np.arange(self.count)
        if not self.same_step:
            playing = np.setdiff1d(playing, over)
            self._begin(over)
        self._play(playing)
        ended = np.flatnonzero(self.terminated | self.truncated)
        if self.same_step and len(ended):
            lasts = self._seen([self._episodes[row] for row in ended])
            for part, seen in lasts.items():
                self.finals[part][ended] = seen
            infos = list(self._infos)
            self._begin(ended)
            self._infos = infos  # of the episodes that ended
        self.observations = self._seen(self._episodes)

    def _play(self, rows: NDArray[np.intp]) -> None:
        """Play the actions of some environments."""
        if not len(rows):
            return
        active = [self._episodes[row] for row in rows]
        steps = self._rules.play(active, self._rows[rows], self._threads)
        for row, (reward, terminated, truncated, info) in zip(rows, steps, strict=True):
            self.rewards[row] = reward
            self.terminated[row], self.truncated[row] = terminated, truncated
            self._infos[row] = info
        self.lengths[rows] += 1
        self.returns[rows] += self.rewards[rows]

    def _begin(self, rows: NDArray[np.intp]) -> None:
        """Begin the next episodes of some environments."""
        if not len(rows):
            return
        rngs = [self._rngs[row] for row in rows]
        for row, episode in zip(rows, self._rules.begin(rngs, None, self._threads), strict=True):
            self._episodes[row], self._infos[row] = episode, episode.info()

    def _clear(self, rows: NDArray[np.intp]) -> None:
        """Set the columns of some environments to those of an episode that begins."""
        self.rewards[rows] = self.returns[rows] = self.lengths[rows] = 0
        self.terminated[rows] = self.truncated[rows] = False

    @staticmethod
    def _seen(episodes: Sequence[Episode]) -> dict[str, NDArray[Any]]:
        """Stack the observations of episodes, one array per part."""
        names = episodes[0].observation
        return {part: np.stack([each.observation[part] for each in episodes]) for part in names}

    def info(self, row: int) -> Info:
        return self._infos[row]

    def infos(self) -> Info:
        found: Info = {}
        for name in dict.fromkeys(name for info in self._infos for name in info):
            has = np.array([name in info for info in self._infos])
            found[name] = _column([info[name] for info in self._infos if name in info], has)
            found[f"_{name}"] = has
        return found

    def episodes(self) -> Sequence[Episode]:
        return self._episodes


def _column(values: Sequence[Any], has: NDArray[np.bool_]) -> NDArray[Any]:
    """Return values in the rows that have one; numbers elsewhere are 0, all else is None."""
    plain = isinstance(values[0], bool | int | float | np.number | np.ndarray)
    given = np.asarray(values) if plain else np.array([*values, None], object)[:-1]
    column = np.zeros((len(has), *given.shape[1:]), given.dtype)
    if not plain:
        column[:] = None
    column[has] = given
    return column
