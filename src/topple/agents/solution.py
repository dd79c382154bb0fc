"""The stored solutions: what a perfect player could score."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.agents.practice import Practice
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task


@agent("solution", version=1)
class Solution(Agent):
    """Plays the stored solution of every task, and gives up a task that has none."""

    simulates = True
    passes = 1

    def fit(self, practice: Practice) -> None:
        self._world = practice.world

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        known = None if past else self._world.certificate(task)
        return known.solution if known else None
