"""What agents that are trained have in common."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import ClassVar

from topple.agents.agent import Agent
from topple.errors import BadInput, MissingExtra

_MOST = 10_000_000
_OPTIONAL = ("torch", "stable_baselines3", "gymnasium")


class Learner(Agent):
    """Has a `learning_rate`, and `counts` of things, of which there is at least one.

    `parts` names the module of `topple.agents` that needs the packages of an `extra`.
    """

    counts: ClassVar[tuple[str, ...]]
    parts: ClassVar[str]
    extra: ClassVar[str] = "train"

    def __post_init__(self) -> None:
        settings = self.settings()
        for name in self.counts:
            if not 1 <= settings.get(name, 1) <= _MOST:
                raise BadInput(f"{name}={settings[name]}: give 1 to {_MOST}")
        rate = settings["learning_rate"]
        if not 0 < rate < 1:
            raise BadInput(f"learning_rate={rate}: give a number between 0 and 1")

    def load_parts(self) -> ModuleType:
        """Load what needs the extra, only once it is needed."""
        try:
            return importlib.import_module(f"topple.agents.{self.parts}")
        except ModuleNotFoundError as error:
            if error.name not in _OPTIONAL:
                raise
            raise MissingExtra(self.name, self.extra) from error
