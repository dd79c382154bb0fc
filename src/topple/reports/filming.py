"""Films of tasks of any world that can be filmed."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw.film import STRIDE, Film
from topple.errors import BadInput
from topple.tasks.task import Task
from topple.worlds.birds import film as film_birds
from topple.worlds.birds.task import BirdsTask
from topple.worlds.phyre import film as film_phyre
from topple.worlds.phyre.task import PhyreTask


def film(task: Task, action: Sequence[float] | None, stride: int = STRIDE) -> Film:
    """Play an action, or wait, and keep every `stride`-th moment; a new world is named here."""
    match task:
        case PhyreTask():
            return film_phyre.film(task, action, stride)
        case BirdsTask():
            return film_birds.film(task, action, stride)
    raise BadInput(f"`{task.id.world}` cannot be filmed")
