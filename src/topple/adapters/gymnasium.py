"""Gymnasium environments: importing this module registers one per world.

PHYRE's is `topple/Phyre-v0`. The classes `PhyreEnv` and `PhyreVectorEnv` are the same environments
without the registry. Other worlds follow the same pattern.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from topple.adapters.environments import TaskEnv, TaskVectorEnv, world_of
from topple.errors import MissingExtra
from topple.worlds import all_worlds, parts

try:
    import gymnasium as gym
except ImportError as error:
    raise MissingExtra("Gymnasium environments", "gym") from error

_MODULE = TaskEnv.__module__


def environment_id(world_name: str) -> str:
    """Return the id under which Gymnasium knows a world."""
    return f"topple/{world_name.capitalize()}-v0"


def register() -> None:
    """Register an environment for every world that has one, once."""
    for world in all_worlds():
        if parts.has(world, "environment") and environment_id(world.name) not in gym.registry:
            gym.register(
                id=environment_id(world.name),
                entry_point=f"{_MODULE}:{TaskEnv.__name__}",
                vector_entry_point=f"{_MODULE}:{TaskVectorEnv.__name__}",
                kwargs={"world": world.name},
            )


def __getattr__(name: str) -> Any:
    for ending, made in (("VectorEnv", TaskVectorEnv), ("Env", TaskEnv)):
        if found := world_of(name, ending):
            return partial(made, found)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register()
