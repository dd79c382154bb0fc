"""MEM and MEM-O: play what worked on the training tasks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.agents.agent import Agent, agent
from topple.agents.practice import Practice, check_candidates
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

_ALL = ""  # the memory over all templates


@agent("memory", version=1)
class Memory(Agent):
    """Tries the candidates that solved most training tasks, best first.

    If the template of a task was seen in training, only its training tasks count. `first_only`
    plays the first template only and gives up the others. It repeats a fault of the published
    within-template results, where the first template used up the attempts of all tasks.
    """

    actions: int = 1000
    first_only: bool = False

    def __post_init__(self) -> None:
        check_candidates(self.actions)

    def fit(self, practice: Practice) -> None:
        if not practice.tasks:
            raise BadInput("memory has no training tasks to remember", "choose another protocol")
        outcomes = practice.outcomes(practice.tasks, self.actions)
        templates = np.array([task.id.template for task in practice.tasks])
        self._first = templates[0]
        self._solved = {_ALL: (outcomes == 1).sum(axis=0).astype(float)}
        self._trials = {_ALL: (outcomes != 0).sum(axis=0) + 1.0}
        for name in np.unique(templates):
            own = outcomes[templates == name]
            self._solved[name] = (own == 1).sum(axis=0).astype(float)
            self._trials[name] = (own != 0).sum(axis=0) + 1.0
        self._rankings: dict[str, NDArray[np.intp]] = {}

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        if len(past) >= self.actions or (self.first_only and task.id.template != self._first):
            return None
        chosen = self._ranking(self._memory(task))[len(past)]
        return tuple(task.actions.candidates(self.actions)[chosen].tolist())

    def _memory(self, task: Task) -> str:
        return task.id.template if task.id.template in self._solved else _ALL

    def _ranking(self, memory: str) -> NDArray[np.intp]:
        """Return the numbers of the candidates, best first; equal ones keep their order."""
        if memory not in self._rankings:
            scores = self._solved[memory] / self._trials[memory]
            self._rankings[memory] = np.argsort(-scores, kind="stable")
        return self._rankings[memory]


@agent("memory-online", version=1)
class MemoryOnline(Memory):
    """Like `memory`, and also learns from each test task when it is over.

    A test task counts `weight` times as much as a training task: 10 in PHYRE-B, 1 in PHYRE-2B.
    With `plays_on` it continues after solving a task, as in the paper, to learn from 100 attempts.
    """

    online = True
    weight: float = 10.0
    plays_on: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.weight >= 0:
            raise BadInput(f"weight {self.weight}: give 0 or more")

    def update(self, task: Task, attempts: Sequence[Attempt]) -> None:
        memory = self._memory(task)
        ranking = self._ranking(memory)
        for attempt in attempts:
            if attempt.outcome in (Outcome.SOLVED, Outcome.MISSED):
                chosen = ranking[attempt.number - 1]
                self._solved[memory][chosen] += self.weight * (attempt.outcome is Outcome.SOLVED)
                self._trials[memory][chosen] += self.weight
        self._rankings.pop(memory)
