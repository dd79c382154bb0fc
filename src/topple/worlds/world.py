"""What a world offers to agents, protocols and runs; nothing beyond it is asked of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.task import Task


class World(Protocol):
    """The rules of one game."""

    name: str
    version: int

    def task(self, text: str) -> Task:
        """Find a task by its id."""
        ...

    def play(
        self, tasks: Sequence[Task], actions: Sequence[Action | Policy], threads: int | None = None
    ) -> list[Played]:
        """Play one action on each task. What comes out depends on nothing else.

        A policy is asked for one move after another where the task's actions allow it; what it
        raises as `AgentFault` is a failed attempt.
        """
        ...

    def outcomes(
        self, tasks: Sequence[Task], actions: NDArray[np.float64], threads: int | None = None
    ) -> NDArray[np.int8]:
        """Play every action on every task: 1 solved, -1 missed, 0 invalid; tasks x actions."""
        ...
