"""Questions: tasks whose actions are answers, about a scene of another task."""

from __future__ import annotations

import importlib
from abc import abstractmethod
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from topple.errors import BadAction
from topple.tasks.actions import ActionSpace, read_numbers
from topple.tasks.attempt import Action, Played
from topple.tasks.task import Task, TaskId


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


class Finder(Protocol):
    """A module that finds questions by their ids."""

    def read_id(self, text: str) -> TaskId:
        """Read the id of a question, without building it."""

    def find_item(self, text: str) -> Question:
        """Find a question by its id."""


_FINDERS: dict[str, str] = {}


def add_finder(start: str, module: str) -> None:
    """Name the module that finds the questions whose ids begin like this; it is loaded for them."""
    _FINDERS[start] = module


def finder_of(text: str) -> Finder | None:
    """Return the module that finds the question of an id; None for the ids of other tasks."""
    named = next((module for start, module in _FINDERS.items() if text.startswith(start)), None)
    return cast(Finder, importlib.import_module(named)) if named else None
