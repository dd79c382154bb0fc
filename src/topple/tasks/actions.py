"""The actions of a task."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, UnknownName
from topple.tasks.attempt import Action
from topple.tasks.moves import Number

PAPER = "paper"


class ActionSpace(ABC):
    """The actions of a task; two spaces of one name are the same.

    With `policies`, an action may also be a policy that chooses move by move. `verb` says in a word
    what an action does. `candidates_seed` seeds the list of `candidates`.
    """

    policies: ClassVar[bool] = False
    verb: ClassVar[str] = "act"
    candidates_seed: ClassVar[int] = 0

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

    def candidates(self, count: int) -> NDArray[np.float64]:
        """Return the first actions of a fixed random list, the same for all tasks of the space."""
        return _candidates(self, count)

    def vector(self, action: Action) -> Action | None:
        """Return an action as numbers in a fixed order, for distances; None if that is impossible.

        By default an action is such a vector if it has all numbers.
        """
        return action if len(action) == self.dimensions else None

    def numbers(self) -> tuple[Number, ...]:
        """Return the ranges of the numbers of an action; by default any number may stand."""
        return (Number("number", -math.inf, math.inf),) * self.dimensions

    @abstractmethod
    def one(self, action: object) -> Action:
        """Return numbers as one action; raise `BadAction` if they are not one."""


def read_plan(action: object, each: int, most: int, entries: str, hint: str) -> Action:
    """Return numbers as a plan of up to `most` entries, each of so many numbers.

    Raise `BadAction` with the hint if they are not one; `entries` is what messages call them.
    """
    try:
        numbers: list[float] = np.asarray(action, np.float64).ravel().tolist()
    except (ValueError, TypeError, OverflowError) as error:
        raise BadAction(f"not a plan: {error}", hint) from error
    if len(numbers) % each or len(numbers) > each * most:
        raise BadAction(f"a plan has up to {most} {entries}, not {len(numbers)} numbers", hint)
    if not all(map(math.isfinite, numbers)):
        raise BadAction("a plan has a number that is not finite", hint)
    return tuple(numbers)


def read_numbers(action: object) -> NDArray[np.float64]:
    """Return an action as an array; raise `BadAction` if it is not numbers."""
    try:
        return np.asarray(action, np.float64)
    except (ValueError, TypeError) as error:
        raise BadAction(f"not an action: {error}") from error


@lru_cache(maxsize=16)
def _candidates(space: ActionSpace, count: int) -> NDArray[np.float64]:
    rng = np.random.Generator(np.random.Philox(key=space.candidates_seed))
    actions = np.array([space.sample(rng) for _ in range(count)]).reshape(count, space.dimensions)
    actions.flags.writeable = False
    return actions
