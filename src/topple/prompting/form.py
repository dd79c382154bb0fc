"""Action forms: how a model says what to do, and what that means in the world.

A form is the one place where its numbers are declared: prompts, readers, records and baselines all
ask it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property

from topple.prompting.reader import Reader, Reading, Slot
from topple.tasks.attempt import Action

PERCENT = {"%": 0.01, "percent": 0.01}


class Form(ABC):
    """A way to write an action as a few numbers."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Name the form with all its numbers."""

    @property
    @abstractmethod
    def slots(self) -> tuple[Slot, ...]:
        """The numbers of an action, in order."""

    @property
    @abstractmethod
    def pattern(self) -> str:
        """The line a model is asked to write, with letters for numbers."""

    @property
    @abstractmethod
    def example(self) -> tuple[float, ...]:
        """Values that an example of an answer may have."""

    @property
    @abstractmethod
    def verbs(self) -> str:
        """Names of the call that takes the numbers, as a pattern."""

    @abstractmethod
    def explained(self) -> tuple[str, ...]:
        """Say what each number means and which values it takes."""

    def measures(self) -> tuple[str, ...]:
        """Say how large things are that `explained` only numbers; DeepPHY leaves that out."""
        return ()

    @abstractmethod
    def refusal(self, values: Sequence[float]) -> str:
        """Say why these values are not offered; empty if they are."""

    @abstractmethod
    def action(self, values: Sequence[float]) -> Action:
        """Give the world's action."""

    @abstractmethod
    def words(self, values: Sequence[float]) -> str:
        """Write an action as a model is asked to."""

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.slots, self.verbs)

    def read(self, answer: str) -> Reading:
        """Read an answer; see `topple.prompting.reader` for the grammar."""
        return self._reader.read(answer)
