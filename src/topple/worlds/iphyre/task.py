"""I-PHYRE tasks: a level whose balls must all fall."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from topple.tasks.task import Task
from topple.worlds.iphyre.action_space import Plans, plan_of
from topple.worlds.iphyre.level import Level
from topple.worlds.iphyre.timing import Removal, step_at


@dataclass(frozen=True, eq=False)
class IPhyreTask(Task):
    """A level whose balls must all fall out of the scene within 15 seconds."""

    level: Level

    @property
    def actions(self) -> Plans:
        """The action space: plans over the blocks that can be removed."""
        return Plans(len(self.level.eliminable))

    def content_hash(self) -> str:
        """Return a hash of the level."""
        return hashlib.sha256(json.dumps(self.level.data()).encode()).hexdigest()[:16]

    def removals(self, action: Sequence[float]) -> list[Removal]:
        """Return a plan as steps and objects; blocks that stay are left out."""
        objects, rate = self.level.eliminable, self.level.rate
        plan = plan_of(action)
        return [(step_at(time, rate), objects[number]) for number, time in plan if time >= 0]
