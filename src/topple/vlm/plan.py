"""Plans: a model under a protocol, with settings of its questions."""

from __future__ import annotations

import typing
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from topple.errors import BadInput
from topple.prompting.episode import Episode, Key
from topple.prompting.form import Form
from topple.prompting.setup import TEXT, Setup
from topple.prompting.symbols import PICTURE
from topple.prompting.tools import NONE, Tools
from topple.prompting.trial import Trial
from topple.runs.plan import Who, check, folder_name, written
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol
from topple.tasks.task import TaskId
from topple.vlm.baselines import SIMULATING, check_baseline
from topple.worlds import parts, world
from topple.worlds.models import Models

# Tokens of an answer: a few sentences before the action, as most models write them. Models that
# think write thousands; `--answer-tokens` is for them.
_ANSWERS = {"vla": 300, "wm": 450}


class Asking(typing.Protocol):
    """The settings of questions."""

    @property
    def variant(self) -> str:
        """All settings that decide whether scores are comparable, in words."""

    @property
    def prompt(self) -> str:
        """The version of the words."""

    def data(self) -> dict[str, Any]:
        """Return the settings as plain data."""


@dataclass(frozen=True, slots=True)
class ModelPlan(ABC):
    """Everything that decides the records of a run except the answers of the model.

    `options` say how the model answers: temperature, longest answer. `arguments` are those of its
    provider. `endpoint` is the hash of its address, empty for the provider's own.
    """

    asks: ClassVar[str] = ""  # what a run asks instead of tasks

    protocol: Protocol
    setup: Asking
    model: str
    folds: tuple[int, ...]
    seed: int = 0
    limit: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)
    endpoint: str = ""

    def __post_init__(self) -> None:
        check(self.protocol, self.folds, self.limit)
        check_baseline(self.model, self.protocol)

    @property
    @abstractmethod
    def answer_tokens(self) -> int:
        """The usual number of tokens in an answer without lengthy reasoning."""

    @property
    def simulates(self) -> bool:
        """Whether the tested tasks are simulated besides what is recorded as attempts."""
        return self.model in SIMULATING

    @abstractmethod
    def begin(
        self, key: Key, done: Sequence[Attempt] = (), turns: Sequence[dict[str, Any]] = ()
    ) -> Episode:
        """Begin a task or item, or continue after the attempts in `done` and their turns."""

    @abstractmethod
    def template(self, name: str) -> str:
        """Return the template of a task or item."""

    def tasks(self, fold: int) -> Sequence[str]:
        """Return the names of the tasks or items of a fold."""
        return self.protocol.tasks(fold, limit=self.limit)

    def items(self) -> list[Key]:
        """Return fold and name of every task or item."""
        return [(fold, name) for fold in self.folds for name in self.tasks(fold)]

    def settings(self) -> dict[str, Any]:
        """Return the plan as plain data, in the form that runs of agents have."""
        found = written(
            self.protocol,
            Who(
                self.model,
                settings={"prompt": self.setup.prompt, **self.options, **self._reached()},
                simulates=self.simulates,
            ),
            {fold: len(self.tasks(fold)) for fold in self.folds},
            limit=self.limit,
            seed=self.seed,
            more={"variant": self.setup.variant, **self._chosen()},
        )
        # Recorded only where it is set, so that runs from before the choice existed can resume.
        asks = {"asks": self.asks} if self.asks else {}
        return {**found, **asks, "asking": self.setup.data()}

    def _chosen(self) -> dict[str, Any]:
        """Return choices that are recorded only where they are not those of the first runs."""
        return {}

    def _reached(self) -> dict[str, Any]:
        """Return where and how the model is reached, as far as that is not the usual way."""
        found = {"arguments": dict(self.arguments), "endpoint": self.endpoint}
        return {name: value for name, value in found.items() if value}

    def folder_name(self) -> str:
        """Return a folder name that is unique to this plan."""
        return folder_name(self.settings())


@dataclass(frozen=True, slots=True)
class VlmPlan(ModelPlan):
    """A model that plays tasks."""

    setup: Setup

    def __post_init__(self) -> None:
        ModelPlan.__post_init__(self)
        if self.setup.view == TEXT and TEXT not in self.models.options.get("view", ""):
            raise BadInput(f"`{self.protocol.world}` needs pictures", "leave out --view")
        self.models.check(self.setup)
        known = self.models.options_of(self.protocol)
        for option, usual in (("shows", PICTURE), ("tools", NONE)):
            if getattr(self.setup, option) != usual and option not in known:
                raise BadInput(f"`{self.protocol.name}` has no --{option}", f"leave out --{option}")

    @property
    def models(self) -> Models:
        """The `models` part of the protocol's world."""
        return parts.models(world(self.protocol.world))

    def form(self, name: str) -> Form:
        """Return the action form as a task needs it."""
        return self.models.form(self.setup.form).fitted(self.models.world.task(name))

    @property
    def simulates(self) -> bool:
        return self.model in SIMULATING or bool(Tools.parse(self.setup.tools).simulations)

    @property
    def answer_tokens(self) -> int:
        return _ANSWERS[self.setup.format]

    def begin(
        self, key: Key, done: Sequence[Attempt] = (), turns: Sequence[dict[str, Any]] = ()
    ) -> Episode:
        fold, name = key
        task = world(self.protocol.world, self.protocol.choices.rules).task(name)
        scene = None if self.setup.shows == PICTURE else self.models.symbols(task)
        return self.models.episode(Trial(self.setup, self.protocol, task, fold, done, turns, scene))

    def _chosen(self) -> dict[str, Any]:
        return {"cell": self.setup.cell} if self.setup.cell else {}

    def template(self, name: str) -> str:
        return TaskId.parse(name).template
