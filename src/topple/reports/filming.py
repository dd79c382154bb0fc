"""Films of tasks of any world that can be filmed."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw.film import STRIDE, Film
from topple.tasks.task import Task
from topple.worlds import parts, world


def film(task: Task, action: Sequence[float] | None, stride: int = STRIDE) -> Film:
    """Play an action, or wait, and keep every `stride`-th moment."""
    return parts.films(world(task.id.world)).film(task, action, stride)
