"""Birds as runs and agents see it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds.shots import shots_of
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.task import task as find_task

_STATUS = {Outcome.SOLVED: 1, Outcome.MISSED: -1, Outcome.UNSETTLED: -1}


class Birds:
    """Shoot birds with a slingshot until no pig is left."""

    name = "birds"
    version = 1

    def task(self, text: str) -> BirdsTask:
        """Find a task by its id."""
        return find_task(text)

    def play(
        self, tasks: Sequence[Task], actions: Sequence[Action], threads: int | None = None
    ) -> list[Played]:
        """Play a list of shots on each task, up to where its outcome is known."""
        if not tasks:
            return []
        own = [_own(task) for task in tasks]
        plays = simulate(
            [task.level for task in own],
            [shots_of(action) for action in actions],
            rules=own[0].rules,
            outcome_only=True,
            threads=threads,
        )
        return [
            Played(play.outcome, play.steps, play.digest, play.error and f"engine: {play.error}")
            for play in plays
        ]

    def outcomes(
        self, tasks: Sequence[Task], actions: NDArray[np.float64], threads: int | None = None
    ) -> NDArray[np.int8]:
        """Play every action on every task: 1 solved, -1 missed, 0 invalid; tasks x actions."""
        found = np.empty((len(tasks), len(actions)), np.int8)
        for row, task in zip(found, tasks, strict=True):
            played = self.play([task] * len(actions), [tuple(a) for a in actions], threads)
            row[:] = [_STATUS.get(each.outcome, 0) for each in played]
        return found


WORLD = Birds()


def _own(task: Task) -> BirdsTask:
    if not isinstance(task, BirdsTask):
        raise BadInput(f"`{task}` is no task of birds")
    return task
