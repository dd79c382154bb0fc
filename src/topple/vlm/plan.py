"""What is asked for: a model under a protocol, put to it in one way."""

from __future__ import annotations

import typing
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from topple.prompting.episode import Episode, Key
from topple.prompting.setup import Setup
from topple.runs.plan import Who, check, folder_name, written
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol
from topple.tasks.splits import even_shares, evenly
from topple.tasks.task import TaskId
from topple.vlm.baselines import SIMULATING, check_baseline
from topple.vlm.episodes import check_setup, episode

_ANSWERS = {"vla": 60, "wm": 250}  # tokens, if the model does not think at length


class Asking(typing.Protocol):
    """How a protocol is put to a model."""

    @property
    def variant(self) -> str:
        """Name all that makes scores comparable or not."""

    @property
    def prompt(self) -> str:
        """Name the version of the words."""

    def data(self) -> dict[str, Any]:
        """Give the settings as plain data."""


@dataclass(frozen=True, slots=True)
class ModelPlan(ABC):
    """Everything that decides the records of a run, as far as a model's answers do not.

    `options` are the model's own: temperature, longest answer, a base URL.
    """

    asks: ClassVar[str] = ""  # what is asked where it is no tasks

    protocol: Protocol
    setup: Asking
    model: str
    folds: tuple[int, ...]
    seed: int = 0
    limit: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check(self.protocol, self.folds, self.limit)
        check_baseline(self.model, self.protocol)

    @property
    @abstractmethod
    def answer_tokens(self) -> int:
        """How many tokens an answer has, if the model does not think at length."""

    @abstractmethod
    def some(self, names: Sequence[str], limit: int) -> Sequence[str]:
        """Take so many of the names, evenly from all templates."""

    @abstractmethod
    def begin(
        self, key: Key, done: Sequence[Attempt] = (), told: Sequence[dict[str, Any]] = ()
    ) -> Episode:
        """Begin what a key names, or go on with it."""

    @abstractmethod
    def template(self, name: str) -> str:
        """Name the template of what is asked."""

    def tasks(self, fold: int) -> Sequence[str]:
        """Name all that is asked in a fold."""
        names = self.protocol.split(fold).test
        return names if self.limit is None else self.some(names, self.limit)

    def items(self) -> list[Key]:
        """Give fold and name of all that is asked."""
        return [(fold, name) for fold in self.folds for name in self.tasks(fold)]

    def settings(self) -> dict[str, Any]:
        """Write the plan down, as runs of agents are."""
        found = written(
            self.protocol,
            Who(
                self.model,
                settings={"prompt": self.setup.prompt, **self.options},
                simulates=self.model in SIMULATING,
            ),
            {fold: len(self.tasks(fold)) for fold in self.folds},
            limit=self.limit,
            seed=self.seed,
            more={"variant": self.setup.variant},
        )
        # Only said where it is so: runs begun before there was a choice go on.
        asks = {"asks": self.asks} if self.asks else {}
        return {**found, **asks, "asking": self.setup.data()}

    def folder_name(self) -> str:
        """Name a folder that the same plan, and no other, will find again."""
        return folder_name(self.settings())


@dataclass(frozen=True, slots=True)
class VlmPlan(ModelPlan):
    """A model that plays tasks."""

    setup: Setup

    def __post_init__(self) -> None:
        ModelPlan.__post_init__(self)
        check_setup(self.protocol.world, self.setup)

    @property
    def answer_tokens(self) -> int:
        return _ANSWERS[self.setup.format]

    def some(self, names: Sequence[str], limit: int) -> Sequence[str]:
        return stratified(names, limit)

    def begin(
        self, key: Key, done: Sequence[Attempt] = (), told: Sequence[dict[str, Any]] = ()
    ) -> Episode:
        fold, name = key
        return episode(self.setup, self.protocol, name, fold, list(done), list(told))

    def template(self, name: str) -> str:
        return TaskId.parse(name).template


def stratified(names: Sequence[str], limit: int) -> tuple[str, ...]:
    """Take tasks evenly from all templates: their shares differ by one at most."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(TaskId.parse(name).template, []).append(name)
    shares = even_shares({name: len(group) for name, group in groups.items()}, limit)
    chosen = {each for name, group in groups.items() for each in evenly(group, shares[name])}
    return tuple(name for name in names if name in chosen)
