"""OPTIMAL: the upper bound of agents that rank the candidates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.agents.agent import Agent, agent
from topple.agents.practice import Practice, check_candidates
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task


@agent("oracle", version=1)
class Oracle(Agent):
    """Simulates all candidates on the test task and plays the first that solves it."""

    simulates = True
    actions: int = 1000

    def __post_init__(self) -> None:
        check_candidates(self.actions)

    def fit(self, practice: Practice) -> None:
        self._practice = practice

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        if past:
            return None
        solving = np.flatnonzero(self._practice.outcomes([task], self.actions)[0] == 1)
        if not len(solving):
            return None
        return tuple(task.actions.candidates(self.actions)[solving[0]].tolist())
