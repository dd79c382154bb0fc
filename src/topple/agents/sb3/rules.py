"""The environment in which a policy plays a task."""

from __future__ import annotations

from typing import Any

from topple.errors import BadInput
from topple.tasks.environment import Box
from topple.tasks.task import Task
from topple.worlds import parts, world
from topple.worlds.episodes import GameRules


def rules_at(task: Task) -> GameRules[Any]:
    """Return the rules of the environment of a task, as learners see it."""
    part = parts.environment(world(task.id.world))
    made = part.rules(tasks=[task], **getattr(part, "VECTOR_DEFAULTS", {}))
    if not isinstance(made, GameRules):
        raise BadInput(f"`{task.id.world}` has no environment of games", "derive it from GameRules")
    seen = made.observations
    if not isinstance(seen, Box) or len(seen.shape) not in (1, 3):
        raise BadInput(f"`{task.id.world}` has no view that is a vector or a picture")
    return made
