"""Vector environments for Stable-Baselines3, with one native call per step.

`PhyreVecEnv(8, tasks=...)` makes eight of `topple/Phyre-v0`; other worlds follow the same pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.adapters.environments import checked_count, own, space_of, stacked
from topple.adapters.named import world_of
from topple.adapters.rules import rules_of
from topple.errors import BadInput, MissingExtra
from topple.tasks.environment import Episode
from topple.worlds import parts, world

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise MissingExtra("Stable-Baselines3 environments", "sb3") from error


class TaskVecEnv(VecEnv):
    """Like the Gymnasium environments, but a finished episode restarts within the same step.

    The last info of an episode has `episode`, its reward `r` and its length `l`, as if each
    environment were in a `Monitor`: learners log the mean reward, and need no wrapper for it.
    """

    def __init__(
        self, world_name: str, num_envs: int, *, threads: int | None = None, **options: Any
    ) -> None:
        count = checked_count(num_envs)
        defaults = getattr(parts.environment(world(world_name)), "VECTOR_DEFAULTS", {})
        self._rules = rules_of(world_name, {**defaults, **options})
        self._threads = threads
        self._actions: Any = None
        self._episodes: list[Episode] = []
        self._rewards, self._lengths = np.zeros(count), np.zeros(count, np.int64)
        self.render_mode = None
        super().__init__(count, space_of(self._rules.observations), space_of(self._rules.actions))
        self.seed(None)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the order of tasks from here on: seed, seed + 1, ... for the environments."""
        seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        self._rngs = [np.random.default_rng(own) for own in seeds]
        return seeds

    def reset(self) -> Any:
        """Start an episode in each environment."""
        self._episodes = self._rules.begin(self._rngs, None, self._threads)
        self._rewards[:], self._lengths[:] = 0, 0
        return self._rules.observation(stacked(self._episodes))

    def step_async(self, actions: Any) -> None:
        """Store the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Play the stored actions."""
        rows = self._rules.read(self._actions, self.num_envs)
        played = self._rules.play(self._episodes, rows, self._threads)
        rewards = np.array([reward for reward, *_ in played], np.float32)
        ended = np.array([terminated or truncated for _, terminated, truncated, _ in played])
        infos = [{**info, "TimeLimit.truncated": cut} for _, _, cut, info in played]
        self._rewards += rewards
        self._lengths += 1
        over = np.flatnonzero(ended)
        for i in over:
            infos[i]["terminal_observation"] = own(self._rules, self._episodes[i])
            infos[i]["episode"] = {"r": float(self._rewards[i]), "l": int(self._lengths[i])}
        if len(over):
            self._start_over(over)
        return self._rules.observation(stacked(self._episodes)), rewards, ended, infos

    def _start_over(self, over: NDArray[np.intp]) -> None:
        rngs = [self._rngs[i] for i in over]
        for i, episode in zip(over, self._rules.begin(rngs, None, self._threads), strict=True):
            self._episodes[i] = episode
        self._rewards[over], self._lengths[over] = 0, 0

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
