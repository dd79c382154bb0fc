"""The level files of a run: kept in its folder, so that it can be shown and played again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from topple.tasks.protocol import Choices
from topple.worlds import all_worlds, find_task, world
from topple.worlds.levels import level_text, load_levels

LEVELS = "levels"


def keep_levels(folder: Path, settings: Mapping[str, Any]) -> None:
    """Write the levels that the tasks of a run come from into its folder."""
    for name in Choices.from_data(settings.get("protocol", {})).levels.values():
        task = find_task(name)
        path = folder / LEVELS / f"{task.id.template}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{level_text(task, world(task.id.world))}\n")


def know_levels(folder: Path) -> None:
    """Load the levels in a run folder, so that their tasks are found by id."""
    if (folder / LEVELS).is_dir():
        load_levels(folder / LEVELS, all_worlds())
