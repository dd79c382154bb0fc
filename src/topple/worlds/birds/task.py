"""Bird tasks: a level to be cleared of pigs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from topple.tasks.task import Task
from topple.worlds.birds.action_space import Shots
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.staging.plan import Aim


@dataclass(frozen=True, eq=False)
class BirdsTask(Task):
    """A level to be cleared of pigs, and the plan that its template proposes."""

    level: Level
    plan: tuple[Aim, ...]
    rules: Rules

    @property
    def actions(self) -> Shots:
        """The action space: one shot per bird."""
        return Shots(len(self.level.birds))

    def content_hash(self) -> str:
        """Return a hash of the level and the rules."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> str:
        return hashlib.sha256(f"{self.level.to_json()} {self.rules}".encode()).hexdigest()[:16]
