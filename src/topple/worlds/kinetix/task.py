"""Kinetix tasks: a level in which green must touch blue."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from topple.tasks.task import Task
from topple.worlds.kinetix.actions import Drives
from topple.worlds.kinetix.level import Level


@dataclass(frozen=True, eq=False)
class KinetixTask(Task):
    """A level in which green must touch blue and never red."""

    level: Level

    @property
    def actions(self) -> Drives:
        """The action space: decisions for the live channels."""
        return Drives(self.level.channels)

    def content_hash(self) -> str:
        """Return a hash of the level."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> str:
        return hashlib.sha256(self.level.to_json().encode()).hexdigest()[:16]
