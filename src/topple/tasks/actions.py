"""The actions of a task."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from topple.errors import UnknownName
from topple.tasks.attempt import Action

PAPER = "paper"


class ActionSpace(ABC):
    """The actions of a task; two spaces of one name are the same.

    With `policies`, an action may also be a policy that chooses move by move.
    """

    policies: ClassVar[bool] = False

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the space."""

    @property
    @abstractmethod
    def dimensions(self) -> int:
        """How many numbers an action has at most."""

    @abstractmethod
    def sample(self, rng: np.random.Generator) -> Action:
        """Draw an action; the task may still refuse it."""

    def sample_from(self, ranges: str, rng: np.random.Generator) -> Action:
        """Draw an action as a published random agent did; raise `UnknownName` for other names."""
        if ranges != PAPER:
            raise UnknownName("ranges", ranges, known=[PAPER])
        return self.sample(rng)

    @abstractmethod
    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Draw an action close to another."""

    @abstractmethod
    def candidates(self, count: int) -> NDArray[np.float64]:
        """Return the first actions of a fixed list, the same for all tasks of the space."""

    @abstractmethod
    def one(self, action: object) -> Action:
        """Return numbers as one action; raise `BadAction` if they are not one."""
