"""Games at levels of birds that a test makes itself."""

from __future__ import annotations

from topple.tasks.task import TaskId
from topple.worlds.birds import BirdsGame, BirdsTask, Level, Rules
from topple.worlds.birds.rules import RULE_SETS


def game_at(level: Level, rules: Rules | None = None, *, settled: bool = False) -> BirdsGame:
    own = rules or RULE_SETS[level.rules]
    task = BirdsTask(TaskId("birds", "small", 1, 0), "Hit every pig.", level, (), own)
    return BirdsGame(task, settled=settled)
