"""Templates: each game of I-PHYRE, as published and varied.

| index | task |
| --- | --- |
| 0 | the game as published, at 60 steps per second |
| 1 | the game as the original's learners and DeepPHY play it: 10 steps per second |
| 2 | the game mirrored |
| 10 and more | variations: every object shifted by up to 5 pixels, half of the games mirrored |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from topple.errors import UnknownName
from topple.tasks.task import TaskId
from topple.tasks.template import Template
from topple.worlds.iphyre.games import PublishedGame
from topple.worlds.iphyre.level import Level
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.variation import mirrored, varied

PUBLISHED, FAITHFUL, MIRRORED, FIRST_VARIATION = 0, 1, 2, 10
FAITHFUL_RATE = 10


@dataclass(frozen=True)
class GameTemplate(Template):
    """One game and its variations."""

    first_variation: ClassVar[int] = FIRST_VARIATION
    game: PublishedGame
    version: int = 1

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.game.name

    @property
    def caption(self) -> str:  # type: ignore[override]
        return self.game.caption

    @property
    def group(self) -> str:
        return self.game.group

    @property
    def numbers(self) -> Mapping[str, str]:
        return {"iphyre": str(self.game.number)}

    def task(self, index: int) -> IPhyreTask:
        return _task(self, index)

    def level(self, index: int) -> Level:
        """Build the level of a task."""
        if index == PUBLISHED:
            return self.game.level
        if index == FAITHFUL:
            # The original's wrappers reset twice before they play.
            return replace(self.game.level, rate=FAITHFUL_RATE, prior_resets=1)
        if index == MIRRORED:
            return mirrored(self.game.level)
        if index < FIRST_VARIATION:
            known = (PUBLISHED, FAITHFUL, MIRRORED, FIRST_VARIATION)
            ids = [str(TaskId("iphyre", self.name, self.version, each)) for each in known]
            raise UnknownName("task", f"iphyre/{self.name}:{index}", known=ids)
        return varied(self.game.level, f"iphyre/{self.name}@{self.version}", index)


@lru_cache(maxsize=20_000)
def _task(template: GameTemplate, index: int) -> IPhyreTask:
    task_id = TaskId("iphyre", template.name, template.version, index)
    return IPhyreTask(task_id, template.caption, template.level(index))
