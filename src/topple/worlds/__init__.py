"""Worlds: the rules of each game, one folder each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from topple.draw import STRIDE
from topple.sim.counting import course, uncounted
from topple.tasks.question import add_finder
from topple.tasks.task import Task, draw_with
from topple.worlds.registry import all_worlds, outside_worlds, world, world_names
from topple.worlds.select import find_task, find_template, read_id
from topple.worlds.world import World

if TYPE_CHECKING:  # most programs draw nothing
    import numpy as np
    from numpy.typing import NDArray

    from topple.draw.film import Film

__all__ = [
    "World",
    "all_worlds",
    "film",
    "find_task",
    "find_template",
    "outside_worlds",
    "read_id",
    "still",
    "world",
    "world_names",
]


def film(task: Task, action: Sequence[float] | None, stride: int = STRIDE) -> Film:
    """Play an action, or wait, and film every `stride`-th step."""
    from topple.draw.film import Film
    from topple.worlds import parts

    own = world(task.id.world)
    with course(certain=False):
        recording = replace(parts.record(own, task, action, stride), legend=own.legend)
        if recording.action is not None and not recording.reason and parts.has(own, "words"):
            moves = parts.words(own).moves(recording.task, recording.action)
            recording = replace(recording, moves=tuple(moves))
    return Film(recording)


def still(task: Task, width: int | None = None) -> NDArray[np.uint8]:
    """Draw a task as it stands before any action: looking is no simulation."""
    with uncounted():
        seen = film(task, None)
    return seen.still(width or seen.recording.width)


def draw_task(task: Task) -> bytes | None:
    """Draw a task as a PNG file; None if its world has no pictures."""
    from topple.draw import png
    from topple.worlds import parts

    if not parts.has(world(task.id.world), "look"):
        return None
    return png.encode(still(task))


add_finder("ladder-", "topple.worlds.ladder.find")
add_finder("rebuild-", "topple.worlds.ladder.rebuild.items")
draw_with(draw_task)
