"""Many environments for Stable-Baselines3, in one native call a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from topple.adapters import gymnasium, gymnasium_birds
from topple.adapters.environments import Rules, Spaces, checked_count, own, stacked
from topple.errors import BadInput, MissingExtra
from topple.worlds.birds.environment import BirdsRules, Tasks
from topple.worlds.phyre import environment as episodes

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise MissingExtra("Stable-Baselines3 environments", "sb3") from error


class TaskVecEnv(VecEnv):
    """As the Gymnasium environments, but an episode that is over starts anew within the step."""

    def __init__(
        self, num_envs: int, rules: Rules[Any], spaces: Spaces, threads: int | None
    ) -> None:
        self._rules = rules
        self._threads = threads
        self._actions: Any = None
        self._episodes: list[Any] = []
        self.render_mode = None
        actions, observations = spaces
        super().__init__(num_envs, observations, actions)
        self.seed(None)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Choose the order of tasks from here on: seed, seed + 1, ... for the environments."""
        seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        self._rngs = [np.random.default_rng(own) for own in seeds]
        return seeds

    def reset(self) -> Any:
        """Start an episode in each environment."""
        self._episodes = self._rules.begin(self._rngs, None, self._threads)
        return self._rules.observation(stacked(self._episodes))

    def step_async(self, actions: Any) -> None:
        """Take the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Play them all."""
        rows = self._rules.read(self._actions, self.num_envs)
        played = self._rules.play(self._episodes, rows, self._threads)
        rewards = np.array([reward for reward, *_ in played], np.float32)
        ended = np.array([terminated or truncated for _, terminated, truncated, _ in played])
        infos = [{**info, "TimeLimit.truncated": cut} for _, _, cut, info in played]
        over = np.flatnonzero(ended)
        for i in over:
            infos[i]["terminal_observation"] = own(self._rules, self._episodes[i])
        if len(over):
            rngs = [self._rngs[i] for i in over]
            for i, episode in zip(over, self._rules.begin(rngs, None, self._threads), strict=True):
                self._episodes[i] = episode
        return self._rules.observation(stacked(self._episodes)), rewards, ended, infos

    def close(self) -> None:
        """There is nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Give an attribute for some of the environments: all have the same."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: the environments are one."""
        raise BadInput("attributes of single environments cannot be set")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Refuse: the environments are one."""
        raise BadInput(f"single environments have no method `{method_name}`")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Say that nothing is wrapped."""
        return [False for _ in self._get_indices(indices)]


class PhyreVecEnv(TaskVecEnv):
    """Many of `topple/Phyre-v0`."""

    def __init__(
        self,
        num_envs: int,
        *,
        tier: str = "ball",
        tasks: episodes.Tasks = None,
        observation: str = "features",
        attempts: int = 100,
        threads: int | None = None,
    ) -> None:
        count = checked_count(num_envs)
        rules = episodes.Rules(tier, tasks, observation, attempts)
        super().__init__(count, rules, gymnasium.spaces_of(rules), threads)


class BirdsVecEnv(TaskVecEnv):
    """Many of `topple/Birds-v0`."""

    def __init__(
        self,
        num_envs: int,
        *,
        tasks: Tasks = None,
        observation: str = "tensor",
        action: str = "angle",
        reward: str = "pass",
        width: int = 640,
        faithful: bool = False,
        settled: bool = False,
        threads: int | None = None,
    ) -> None:
        count = checked_count(num_envs)
        rules = BirdsRules(tasks, observation, action, reward, width, faithful, settled)
        super().__init__(count, rules, gymnasium_birds.spaces_of(rules), threads)
