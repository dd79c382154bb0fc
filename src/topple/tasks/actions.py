"""What may be done in a task."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action


class ActionSpace(Protocol):
    """The actions of a task; two spaces of one name are the same."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def policies(self) -> bool:
        """Whether an action may also be a policy that chooses move by move."""
        ...

    def sample(self, rng: np.random.Generator, ranges: str = "paper") -> Action:
        """Draw an action; the scene may still refuse it.

        `ranges` names what is drawn from, by default what the world's paper says. Raise
        `UnknownName` for a name that the world does not have.
        """
        ...

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Draw an action not far from another."""
        ...

    def candidates(self, count: int) -> NDArray[np.float64]:
        """Give the first actions of a fixed list, the same for all tasks of the space."""
        ...

    def one(self, action: object) -> Action:
        """Take numbers as one action; raise `BadAction` when they cannot be one."""
        ...
