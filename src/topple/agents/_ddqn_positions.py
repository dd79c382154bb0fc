"""Positions: moments at which a bird is to be shot, and what came of every angle tried there.

A shot's outcome follows from position and angle alone, so nothing is played twice, and a training
that was stopped needs no more than this table to go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.agents._ddqn_eye import Eye
from topple.errors import BadInput
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds import Game, play_on, simulate
from topple.worlds.birds.angles import ANGLES, angle_shot
from topple.worlds.birds.seen import Seen
from topple.worlds.birds.task import BirdsTask

# What an angle came to; otherwise the number of the position it led to.
UNTRIED, MISSED, SOLVED = -3, -2, -1
MOST = 100_000  # positions to keep: the original kept as many shots
_CODES = {
    Outcome.SOLVED: SOLVED,
    Outcome.MISSED: MISSED,
    Outcome.UNSETTLED: MISSED,
    Outcome.FAILED: MISSED,  # the engine gave up: nothing to learn but to stay away
}
_SHOTS = [angle_shot(number) for number in range(ANGLES)]
_GROUP = 2000  # games in memory at a time

Numbers = NDArray[np.int32]
Bytes = NDArray[np.uint8]


class Positions:
    """All positions seen in practice; the first ones are the beginnings of the tasks, in order."""

    def __init__(self, tasks: Sequence[Task], eye: Eye, threads: int | None = None) -> None:
        self._tasks = [_own(task) for task in tasks]
        self._eye, self._threads = eye, threads
        self._several = np.array([len(task.level.birds) > 1 for task in self._tasks], np.bool_)
        self._rows = _Growing(np.zeros((0, eye.bytes), np.uint8))
        self._came = _Growing(np.zeros((0, ANGLES), np.int32))
        self._task = _Growing(np.zeros(0, np.int32))
        self._parents = _Growing(np.zeros((0, 2), np.int32))
        self._last = _Growing(np.zeros(0, np.bool_))
        self._snapshots: list[bytes] = []
        self._levels: dict[int, Game] = {}  # of tasks with several birds, to restore games of
        for part in _groups(np.arange(len(self._tasks), dtype=np.int32)):
            self._begin(part)

    def __len__(self) -> int:
        return len(self._snapshots)

    @property
    def tasks(self) -> int:
        """How many tasks there are."""
        return len(self._tasks)

    @property
    def rows(self) -> Bytes:
        """What is seen at each position."""
        return self._rows.used

    @property
    def came(self) -> Numbers:
        """What came of each angle at each position."""
        return self._came.used

    @property
    def last(self) -> NDArray[np.bool_]:
        """Whether the bird on the sling is the last one."""
        return self._last.used

    @property
    def parents(self) -> Numbers:
        """The position and the angle that each later position came from."""
        return self._parents.used[self.tasks :]

    def play(self, at: Numbers, angles: Numbers) -> Numbers:
        """Try angles at positions, no pair twice; give what each came to."""
        found = np.empty(len(at), np.int32)
        several = self._several[self._task.used[at]]
        found[~several] = self._finish(at[~several], angles[~several])
        for part in _groups(np.flatnonzero(several)):
            found[part] = self._go_on(at[part], angles[part])
        self.came[at, angles] = found
        return found

    def grow(self, parents: Numbers, came: Numbers) -> None:
        """Reach the later positions of a stopped training again, and learn what was known."""
        done = 0
        while done < len(parents):
            # A position can be reached once the one before it is there.
            due = parents[done : done + _GROUP]
            due = due[: int(np.argmin(np.append(due[:, 0] < len(self), False)))]
            self._go_on(due[:, 0], due[:, 1])
            done += len(due)
        if len(self) != len(came):
            raise BadInput(
                f"practice led to {len(self)} positions, and to {len(came)} before",
                "another version made it: train into a new folder",
            )
        self.came[:] = came

    def _begin(self, numbers: Numbers) -> None:
        games = [Game(self._tasks[i].level, self._tasks[i].rules) for i in numbers]
        play_on(games, [None] * len(games), threads=self._threads)
        for number, game in zip(numbers.tolist(), games, strict=True):
            if game.over:
                raise BadInput(f"{self._tasks[number]} is {game.outcome} before the first shot")
            if self._several[number]:
                self._levels[number] = game
        self._add(games, numbers, np.full((len(games), 2), -1, np.int32))

    def _finish(self, at: Numbers, angles: Numbers) -> Numbers:
        """Play tasks that have one bird."""
        plays = simulate(
            [self._tasks[i].level for i in self._task.used[at]],
            [[_SHOTS[angle]] for angle in angles],
            rules=self._tasks[0].rules,
            outcome_only=True,
            threads=self._threads,
        )
        return np.array([_CODES[play.outcome] for play in plays], np.int32)

    def _go_on(self, at: Numbers, angles: Numbers) -> Numbers:
        """Shoot one of several birds, and look at what is left."""
        task = self._task.used[at]
        games = [
            self._levels[number].restore(self._snapshots[position])
            for number, position in zip(task.tolist(), at.tolist(), strict=True)
        ]
        faults = play_on(games, [_SHOTS[angle] for angle in angles], threads=self._threads)
        outcomes = [
            Outcome.FAILED if fault else game.outcome
            for game, fault in zip(games, faults, strict=True)
        ]
        found = np.array([UNTRIED if o is None else _CODES[o] for o in outcomes], np.int32)
        on = np.flatnonzero(found == UNTRIED)
        found[on] = len(self) + np.arange(len(on))
        self._add([games[i] for i in on], task[on], np.stack([at, angles], 1)[on])
        return found

    def _add(self, games: Sequence[Game], task: Numbers, parents: Numbers) -> None:
        if not games:
            return
        seen = [Seen(game) for game in games]
        self._rows.add(np.stack([self._eye.row(each) for each in seen]))
        self._came.add(np.full((len(games), ANGLES), UNTRIED, np.int32))
        self._task.add(task)
        self._parents.add(parents)
        self._last.add(np.array([len(each.birds) == 1 for each in seen]))
        self._snapshots += [
            game.snapshot() if several else b""
            for game, several in zip(games, self._several[task], strict=True)
        ]


class _Growing:
    """Rows with room for more behind them."""

    def __init__(self, empty: NDArray[Any]) -> None:
        self._all, self._count = empty, 0

    @property
    def used(self) -> NDArray[Any]:
        return self._all[: self._count]

    def add(self, rows: NDArray[Any]) -> None:
        count = self._count + len(rows)
        if count > len(self._all):
            larger = np.empty((2 * count, *self._all.shape[1:]), self._all.dtype)
            larger[: self._count] = self.used
            self._all = larger
        self._all[self._count : count] = rows
        self._count = count


def _groups(numbers: NDArray[Any]) -> Iterator[NDArray[Any]]:
    for start in range(0, len(numbers), _GROUP):
        yield numbers[start : start + _GROUP]


def _own(task: Task) -> BirdsTask:
    if not isinstance(task, BirdsTask):
        raise BadInput(f"`{task}` is no task of birds", "give a protocol of birds, like phyq-local")
    return task
