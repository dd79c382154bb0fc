"""Stored levels: two scenes of levels with queues of birds, as many as DeepPHY plays.

`levels.toml` names them in order, each with its caption. The levels are JSON files in `levels`, in
the format of all level files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import ClassVar

from topple.errors import UnknownName
from topple.tasks.task import TaskId
from topple.tasks.template import Template
from topple.worlds.birds.level import Level
from topple.worlds.birds.rules import RULE_SETS
from topple.worlds.birds.task import BirdsTask

FILE = Path(__file__).with_name("levels.toml")
FOLDER = Path(__file__).with_name("levels")
SCENES = ("scene_one", "scene_two")


@dataclass(frozen=True, eq=False)
class StoredLevel(Template):
    """The template of a stored level, whose only task has the number 0."""

    endless: ClassVar[bool] = False
    name: str
    caption: str
    scene: str
    level: Level
    version: int = 1

    @property
    def group(self) -> str:
        return self.scene

    @cached_property
    def only(self) -> BirdsTask:
        """The task of the level."""
        name = TaskId("birds", self.name, self.version, 0)
        return BirdsTask(name, self.caption, self.level, (), RULE_SETS[self.level.rules])

    def task(self, index: int) -> BirdsTask:
        if index:
            raise UnknownName("task", f"birds/{self.name}:{index}", [str(self.only)])
        return self.only


@cache
def all_levels() -> Mapping[str, StoredLevel]:
    """Return every stored level by name, scene by scene, in the order in which they are played."""
    named = tomllib.loads(FILE.read_text())
    return {
        name: StoredLevel(name, caption, scene, _read(FOLDER / scene / f"{name}.json"))
        for scene in SCENES
        for name, caption in named[scene].items()
    }


def _read(path: Path) -> Level:
    return Level.from_json(path.read_text())
