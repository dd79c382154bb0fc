"""PHYRE as runs and agents see it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.phyre.simulate import Batch, simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.task import task as find_task

_BATCH = 20_000  # actions simulated at a time


class Phyre:
    """Place one ball, or two, so that two bodies end up touching."""

    name = "phyre"
    version = 1

    def task(self, text: str) -> PhyreTask:
        """Find a task by its id."""
        return find_task(text)

    def play(
        self, tasks: Sequence[Task], actions: Sequence[Action | Policy], threads: int | None = None
    ) -> list[Played]:
        """Play one action on each task, up to where its outcome is known."""
        if not tasks:
            return []
        batch = simulate(
            [_own(task) for task in tasks], actions, outcome_only=True, digest=True, threads=threads
        )
        return [_played(batch, i) for i in range(len(batch))]

    def outcomes(
        self, tasks: Sequence[Task], actions: NDArray[np.float64], threads: int | None = None
    ) -> NDArray[np.int8]:
        """Play every action on every task: 1 solved, -1 missed, 0 invalid; tasks x actions."""
        found = np.empty((len(tasks), len(actions)), np.int8)
        for row, task in zip(found, tasks, strict=True):
            for start in range(0, len(actions), _BATCH):
                part = slice(start, start + _BATCH)
                batch = simulate(_own(task), actions[part], outcome_only=True, threads=threads)
                row[part] = batch.status
        return found


WORLD = Phyre()


def _own(task: Task) -> PhyreTask:
    if not isinstance(task, PhyreTask):
        raise BadInput(f"`{task}` is no PHYRE task")
    return task


def _played(batch: Batch, i: int) -> Played:
    outcome = batch.outcome(i)
    note = ""
    if outcome is Outcome.INVALID:
        note = str(batch.reason(i))
    elif outcome is Outcome.FAILED:
        note = f"engine: {batch.native.error(i)}"
    return Played(outcome, int(batch.steps[i]), f"{int(batch.digests[i]):016x}", note)
