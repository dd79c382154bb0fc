"""The best constant action: one action for all tasks, a floor for those who look at none."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.agents.practice import Practice, check_candidates
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task


@agent("constant", version=1)
class Constant(Agent):
    """Play the candidate that solves most training tasks, once; again would change nothing."""

    actions: int = 1000

    def __post_init__(self) -> None:
        check_candidates(self.actions)

    def fit(self, practice: Practice) -> None:
        solved = (practice.outcomes(practice.tasks, self.actions) == 1).sum(axis=0)
        self._best = int(solved.argmax())

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        if past:
            return None
        return tuple(task.actions.candidates(self.actions)[self._best].tolist())
