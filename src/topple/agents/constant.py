"""The best constant action: a baseline that ignores the task."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.agents.practice import Practice, check_candidates
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task


@agent("constant", version=1)
class Constant(Agent):
    """Plays one action on every task: the candidate that solved most training tasks."""

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
