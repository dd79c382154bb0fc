"""Gymnasium environments: importing this module registers `topple/Phyre-v0`, `topple/Birds-v0`."""

from __future__ import annotations

from typing import Any

import numpy as np

from topple.adapters import gymnasium_birds
from topple.adapters.environments import Spaces, TaskEnv, TaskVectorEnv, checked_count
from topple.errors import MissingExtra
from topple.worlds.phyre import view
from topple.worlds.phyre.bodies import HEIGHT, WIDTH, Colour
from topple.worlds.phyre.environment import Episode, Rules, Tasks

try:
    import gymnasium as gym
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra("Gymnasium environments", "gym") from error

ID = "topple/Phyre-v0"

# Bodies may stick out of the scene, and some are longer than it is wide.
_FARTHEST_FEATURE = 4.0


class PhyreEnv(TaskEnv[Episode]):
    """One PHYRE task an episode: each step is an attempt, seen is the scene before it.

    An invalid action counts as no attempt. Pictures show how the last attempt ended.
    """

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        tier: str = "ball",
        tasks: Tasks = None,
        observation: str = "image",
        attempts: int = 100,
    ) -> None:
        rules = Rules(tier, tasks, observation, attempts)
        super().__init__(rules, spaces_of(rules), render_mode)


class PhyreVectorEnv(TaskVectorEnv[Episode]):
    """Many environments in step: equal to as many single ones, in one native call a step."""

    def __init__(
        self,
        num_envs: int = 1,
        render_mode: str | None = None,
        *,
        tier: str = "ball",
        tasks: Tasks = None,
        observation: str = "image",
        attempts: int = 100,
        threads: int | None = None,
    ) -> None:
        count = checked_count(num_envs)
        rules = Rules(tier, tasks, observation, attempts)
        super().__init__(count, rules, spaces_of(rules), render_mode, threads)


def spaces_of(rules: Rules) -> Spaces:
    """Say what may be done and what may be seen in one environment."""
    far = _FARTHEST_FEATURE
    parts: dict[str, spaces.Space[Any]] = {
        "image": spaces.Box(0, max(Colour), (HEIGHT, WIDTH), np.uint8),
        "features": spaces.Box(-far, far, (rules.rows, view.FEATURES), np.float32),
    }
    seen = {part: parts[part] for part in rules.parts}
    actions = spaces.Box(0.0, 1.0, (rules.tier.dimensions,), np.float64)
    return actions, spaces.Dict(seen) if rules.both else seen[rules.parts[0]]


def register() -> None:
    """Make the environments known to Gymnasium, once."""
    for name, module, world in (
        (ID, __name__, "Phyre"),
        (gymnasium_birds.ID, gymnasium_birds.__name__, "Birds"),
    ):
        if name not in gym.registry:
            gym.register(
                id=name,
                entry_point=f"{module}:{world}Env",
                vector_entry_point=f"{module}:{world}VectorEnv",
            )


register()
