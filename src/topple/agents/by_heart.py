"""Answers learnt by heart: what twins are there to expose."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.agents.practice import Practice
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task


@agent("by-heart", version=1)
class ByHeart(Agent):
    """Plays the stored solution of the original on every twin, whatever it looks like."""

    simulates = True
    passes = 1

    def fit(self, practice: Practice) -> None:
        self._world = practice.world

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        original = self._world.task(str(task).partition("~")[0])
        known = None if past else self._world.certificate(original)
        return known.solution if known else None
