"""Questions: tasks whose actions are answers, about a scene of another task."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from topple.errors import BadAction
from topple.tasks.actions import ActionSpace, read_numbers
from topple.tasks.attempt import Action, Played
from topple.tasks.task import Task


@dataclass(frozen=True)
class Answering(ActionSpace):
    """The answers to a question, as numbers."""

    verb = "answer"

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Draw any answer: most have no neighbours."""
        return self.sample(rng)

    def one(self, action: object) -> Action:
        """Return numbers as an answer; raise `BadAction` if there are too few or too many."""
        row = read_numbers(action)
        if row.shape != (self.dimensions,) or not np.isfinite(row).all():
            raise BadAction(f"an answer of `{self.name}` has {self.dimensions} numbers")
        return tuple(row.tolist())


@dataclass(frozen=True, eq=False)
class Question(Task):
    """A question about a scene; an action is the answer as numbers."""

    @property
    @abstractmethod
    def solution(self) -> Action:
        """An answer that is right."""

    @abstractmethod
    def mark(self, answer: Action) -> Played:
        """Mark an answer: right is solved, wrong is missed."""

    @abstractmethod
    def scene(self, answer: Action | None) -> tuple[Task, Action | None]:
        """Return the task that is asked about, and what to film for an answer."""
