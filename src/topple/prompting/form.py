"""Action forms: how a model writes an action, and how it translates to the world.

A form declares its numbers once; prompts, readers, records and baselines all use it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from topple.prompting.reader import Reader, Reading, Slot, Statements, Values
from topple.prompting.structured import Schema, fields_in, whole
from topple.tasks.attempt import Action
from topple.tasks.task import Task

PERCENT = {"%": 0.01, "percent": 0.01}
SILENT = 0.1  # share of the mock baseline's answers without an action
_CANDIDATES = 1000


class Form(ABC):
    """A way to write an action as a few numbers."""

    in_turns: ClassVar[bool] = False  # whether an attempt has several moves, made one by one
    recorded: ClassVar[bool] = True  # whether turns keep the values besides the action
    structured_notes: ClassVar[tuple[str, ...]] = ()  # advice on the fields of a structured answer

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the form, which determines all its numbers."""

    @property
    @abstractmethod
    def slots(self) -> tuple[Slot, ...]:
        """The numbers of an action, in order."""

    @property
    @abstractmethod
    def pattern(self) -> str:
        """The line that a model is asked to write, with letters for numbers."""

    @property
    @abstractmethod
    def example(self) -> Values:
        """The values in the example of an answer: a poor action for every task."""

    @property
    def published_example(self) -> Values:
        """The values in the example of classic prompts."""
        return self.example

    @property
    def verbs(self) -> str:
        """Names of a call that takes the numbers, as a regular expression."""
        return "action"

    @abstractmethod
    def explained(self) -> tuple[str, ...]:
        """Explain each number and the values that it takes."""

    def measures(self) -> tuple[str, ...]:
        """Return the sizes of what `explained` only numbers; classic prompts leave them out."""
        return ()

    @abstractmethod
    def refusal(self, values: Sequence[float]) -> str:
        """Return why the form does not offer these values; empty if it does."""

    @abstractmethod
    def action(self, values: Sequence[float]) -> Action:
        """Return the world's action."""

    @abstractmethod
    def words(self, values: Sequence[float]) -> str:
        """Write an action as a model is asked to."""

    def fit(self, task: Task) -> Form:
        """Return the form for one task, where its numbers depend on the task."""
        return self

    @cached_property
    def _reader(self) -> Reader:
        return Reader(Statements(self.slots, self.verbs))

    def read(self, answer: str) -> Reading:
        """Read an answer; see `topple.prompting.reader` for the grammar."""
        return self._reader.read(answer)

    # Structured answers are JSON objects with these fields.

    def fields(self) -> dict[str, Schema]:
        """Return the JSON Schema of each field of an action."""
        return {
            slot.name: {"type": "number" if slot.most is None else "integer"} for slot in self.slots
        }

    def structured(self, values: Sequence[float]) -> dict[str, Any]:
        """Return an action as fields."""
        counts = {name for name, each in self.fields().items() if each["type"] == "integer"}
        pairs = zip(self.slots, values, strict=True)
        return {slot.name: int(v) if slot.name in counts else float(v) for slot, v in pairs}

    def values_in(self, fields: Mapping[str, Any]) -> Values:
        """Return the values of fields that follow the schema."""
        return tuple(float(fields[slot.name]) for slot in self.slots)

    @property
    def structured_pattern(self) -> str:
        """The object that a model is asked to write, with letters for numbers."""
        pairs = zip(self.slots, re.findall(r"\b[A-Z]\b", self.pattern), strict=True)
        listed = ", ".join(f'"{slot.name}": {letter}' for slot, letter in pairs)
        return f"{{{listed}}}"

    def read_structured(self, answer: str) -> Reading:
        """Read a structured answer."""
        found = fields_in(answer, whole(self.fields()))
        return found if isinstance(found, Reading) else Reading(self.values_in(found))

    # The rest is for baselines.

    def among(self, choices: Sequence[Values]) -> Form:
        """Return the form whose random players choose among these values, if they so depend."""
        return self

    @abstractmethod
    def sample(self, rng: np.random.Generator) -> Values:
        """Draw values that the form offers."""

    def mock(self, rng: np.random.Generator) -> str:
        """Write an answer of the mock baseline: random values, or sometimes no action."""
        if rng.random() < SILENT:
            return "I am not sure what to do here."
        # The label also ends a prediction, if one is asked for.
        return f"Action: {self.words(self.sample(rng))}"

    def valid(self, task: Task, values: Sequence[Values]) -> NDArray[np.bool_]:
        """Return which values the task accepts, of values that the form offers."""
        return np.ones(len(values), bool)

    def everything(self) -> Sequence[Values]:
        """Return all values of a finite form; nothing for an infinite one."""
        return ()

    def searched(self) -> Sequence[Values]:
        """Return the values among which the oracle looks for a solution."""
        return self.everything()

    def constants(self, task: Task) -> Sequence[Values]:
        """Return the values among which the best constant actions are chosen."""
        actions = task.actions.candidates(_CANDIDATES).tolist()
        return self.everything() or [move for each in actions for move in self.moves(each)[:1]]

    def moves(self, action: Sequence[float]) -> list[Values]:
        """Write an action of the world as values, move by move; empty if that is impossible."""
        return []

    def attempt(self, task: Task, moves: Sequence[Values]) -> Action:
        """Return the world's action that makes these moves, as an episode would."""
        return self.action(moves[0])

    def repeated(self, task: Task, values: Values) -> Action:
        """Return the world's action that makes the same move again and again."""
        return self.action(values)

    def turns(self, task: Task) -> int:
        """Return how many moves an attempt has at most."""
        return 1

    def choices(self, game: Any) -> Sequence[Values]:
        """Return the values that are left for a random player; nothing if that never changes."""
        return ()

    def play(self, game: Any, values: Values) -> None:
        """Make the move that the values mean in a game as it stands."""
        game.play(self.action(values))
