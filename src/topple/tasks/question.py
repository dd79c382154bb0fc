"""Questions: tasks whose actions are answers, about a scene of another task."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from topple.tasks.attempt import Action, Played
from topple.tasks.task import Task


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
