"""Rope tasks: a level whose creature must be fed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from topple.tasks.task import Task
from topple.worlds.rope.action_space import Plans
from topple.worlds.rope.level import Level


@dataclass(frozen=True, eq=False)
class RopeTask(Task):
    """A level whose creature must get the candy within 60 seconds."""

    level: Level

    @cached_property
    def actions(self) -> Plans:
        """The action space: plans over the items of the level."""
        level = self.level
        return Plans(
            len(level.pins),
            len(level.active_pins),
            len(level.bubbles),
            len(level.cushions),
            len(level.pulleys),
        )

    def content_hash(self) -> str:
        """Return a hash of the level."""
        return hashlib.sha256(self.level.to_json().encode()).hexdigest()[:16]
