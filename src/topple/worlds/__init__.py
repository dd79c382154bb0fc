"""Worlds: the rules of each game, one folder each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from topple.draw import STRIDE
from topple.tasks.task import Task
from topple.worlds.registry import all_worlds, outside_worlds, world, world_names
from topple.worlds.select import find_task, find_template, read_id
from topple.worlds.world import World

if TYPE_CHECKING:  # most programs draw nothing
    from topple.draw.film import Film

__all__ = [
    "World",
    "all_worlds",
    "film",
    "find_task",
    "find_template",
    "outside_worlds",
    "read_id",
    "world",
    "world_names",
]


def film(task: Task, action: Sequence[float] | None, stride: int = STRIDE) -> Film:
    """Play an action, or wait, and film every `stride`-th step."""
    from topple.draw.film import Film
    from topple.worlds import parts

    own = world(task.id.world)
    recording = replace(parts.record(own, task, action, stride), legend=own.legend)
    if recording.action is not None and not recording.reason and parts.has(own, "words"):
        moves = parts.words(own).moves(recording.task, recording.action)
        recording = replace(recording, moves=tuple(moves))
    return Film(recording)


def draw_task(task: Task) -> bytes | None:
    """Draw a task as a PNG file; None if its world has no pictures."""
    from topple.draw import png
    from topple.worlds import parts

    if not parts.has(world(task.id.world), "look"):
        return None
    seen = film(task, None)
    return png.encode(seen.still(seen.recording.width))
