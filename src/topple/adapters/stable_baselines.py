"""Many PHYRE environments for Stable-Baselines3, in one native call a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.adapters.episodes import Episode, Observation, Rules, Tasks
from topple.adapters.gymnasium import action_space, observation_space
from topple.errors import BadInput, MissingExtra

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise MissingExtra("Stable-Baselines3 environments", "sb3") from error


class PhyreVecEnv(VecEnv):
    """As `topple/Phyre-v0`, but an episode that is over starts anew within the step."""

    def __init__(
        self,
        num_envs: int,
        *,
        tier: str = "ball",
        tasks: Tasks = None,
        observation: str = "features",
        attempts: int = 100,
        threads: int | None = None,
    ) -> None:
        if not 1 <= num_envs <= 1_000_000:
            raise BadInput(f"{num_envs} environments: give 1 to 1000000")
        self._rules = Rules(tier, tasks, observation, attempts)
        self._threads = threads
        self._actions = np.empty((num_envs, self._rules.tier.dimensions))
        self._episodes: list[Episode] = []
        self.render_mode = None
        super().__init__(num_envs, observation_space(self._rules), action_space(self._rules))
        self.seed(None)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Choose the order of tasks from here on: seed, seed + 1, ... for the environments."""
        seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        self._rngs = [np.random.default_rng(own) for own in seeds]
        return seeds

    def reset(self) -> Any:
        """Start an episode in each environment."""
        self._episodes = [self._rules.begin(rng, None) for rng in self._rngs]
        return self._observe(self._episodes)

    def step_async(self, actions: NDArray[np.float64]) -> None:
        """Take the actions."""
        self._actions = np.asarray(actions, np.float64)

    def step_wait(self) -> Any:
        """Play them all."""
        played = self._rules.play(self._episodes, self._actions, self._threads)
        rewards = np.array([reward for reward, *_ in played], np.float32)
        ended = np.array([terminated or truncated for _, terminated, truncated, _ in played])
        infos: list[dict[str, Any]] = []
        for i, (_, _, truncated, info) in enumerate(played):
            infos.append({**info, "TimeLimit.truncated": truncated})
            if ended[i]:
                infos[i]["terminal_observation"] = _row(self._observe(self._episodes[i : i + 1]))
                self._episodes[i] = self._rules.begin(self._rngs[i], None)
        return self._observe(self._episodes), rewards, ended, infos

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

    def _observe(self, episodes: Sequence[Episode]) -> Observation:
        stacked = {
            part: np.stack([episode.observation[part] for episode in episodes])
            for part in self._rules.parts
        }
        return self._rules.observation(stacked)


def _row(seen: Any) -> Any:
    """Give the only row of a stacked observation."""
    return {part: rows[0] for part, rows in seen.items()} if isinstance(seen, dict) else seen[0]
