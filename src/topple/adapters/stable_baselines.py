"""Vector environments for Stable-Baselines3: a face of `Batch`.

`PhyreVecEnv(8, tasks=...)` makes eight of `topple/Phyre-v0`; other worlds follow the same pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from topple.adapters.batches import batch_of
from topple.adapters.environments import copied, space_of, world_of
from topple.adapters.rules import rules_of
from topple.errors import BadInput, MissingExtra
from topple.tasks.environment import Observation
from topple.worlds import parts, world

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise MissingExtra("Stable-Baselines3 environments", "sb3") from error


class TaskVecEnv(VecEnv):
    """Like the Gymnasium environments, but a finished episode restarts within the same step.

    The info of a step that ends an episode has its facts and `episode`, its reward `r` and its
    length `l`, as if each environment were in a `Monitor`: learners log the mean reward, and need
    no wrapper for it. All other infos are empty.
    """

    def __init__(
        self, world_name: str, num_envs: int, *, threads: int | None = None, **options: Any
    ) -> None:
        defaults = getattr(parts.environment(world(world_name)), "VECTOR_DEFAULTS", {})
        self._rules = rules_of(world_name, {**defaults, **options})
        self._batch = batch_of(self._rules, num_envs, threads, same_step=True)
        self.render_mode = None
        spaces = space_of(self._rules.observations), space_of(self._rules.actions)
        super().__init__(num_envs, *spaces)
        self.seed(None)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the order of tasks from here on: seed, seed + 1, ... for the environments."""
        seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        for row, own in enumerate(seeds):
            self._batch.seed(row, np.random.default_rng(own))
        return seeds

    def reset(self) -> Any:
        """Start an episode in each environment."""
        self._batch.reset()
        return copied(self._rules, self._batch.observations)

    def step_async(self, actions: Any) -> None:
        """Begin to play the actions."""
        self._batch.start(actions)

    def step_wait(self) -> Any:
        """Wait until the actions are played."""
        batch = self._batch
        batch.wait()
        ended = batch.terminated | batch.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(ended).tolist():
            infos[row] = {
                **batch.info(row),
                "TimeLimit.truncated": bool(batch.truncated[row]),
                "terminal_observation": self._last(row),
                "episode": {"r": float(batch.returns[row]), "l": int(batch.lengths[row])},
            }
        seen = copied(self._rules, batch.observations)
        return seen, batch.rewards.astype(np.float32), ended, infos

    def _last(self, row: int) -> Observation:
        """Return the last observation of an episode that ended."""
        return copied(self._rules, {part: seen[row] for part, seen in self._batch.finals.items()})

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute once per environment; all environments share it."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: all environments are one object, so a single one has no methods."""
        raise BadInput(
            "attributes of single environments cannot be set",
            "set them when you make the environments",
        )

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Refuse: all environments are one object, so a single one has no methods."""
        raise BadInput(f"single environments have no method `{method_name}`")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return whether the wrapper is `Monitor`, whose statistics every environment has."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]


def __getattr__(name: str) -> Any:
    if found := world_of(name, "VecEnv"):
        return partial(TaskVecEnv, found)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
