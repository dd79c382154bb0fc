"""Gymnasium environments for the episodes of any world: single, or many stepped together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from topple.adapters.batches import batch_of
from topple.adapters.rules import rules_of
from topple.errors import BadInput, MissingExtra
from topple.tasks.environment import (
    Box,
    Episode,
    Info,
    MultiDiscrete,
    Observation,
    Options,
    Rules,
    Spaces,
)
from topple.worlds import world_names

try:
    import gymnasium as gym
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra("Gymnasium environments", "gym") from error


def space_of(declared: Spaces) -> gym.Space[Any]:
    """Convert a declared space to a Gymnasium space."""
    if isinstance(declared, Mapping):
        return spaces.Dict({name: space_of(space) for name, space in declared.items()})
    if isinstance(declared, Box):
        return spaces.Box(declared.low, declared.high, declared.shape, declared.dtype)
    if isinstance(declared, MultiDiscrete):
        return spaces.MultiDiscrete(list(declared.choices))
    return spaces.Discrete(declared.choices)


class TaskEnv(gym.Env[Observation, Any]):
    """One task of a world per episode.

    `options` are those of the world's `environment.rules` and those of `topple.adapters.rules`.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 2}

    def __init__(self, world: str, render_mode: str | None = None, **options: Any) -> None:
        self._rules = rules_of(world, options)
        self.render_mode = render_mode
        self.action_space = space_of(self._rules.actions)
        self.observation_space = space_of(self._rules.observations)
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The episode in play, for other views of it."""
        if self._episode is None:
            raise BadInput("no episode has started", "call reset first")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: Options = None
    ) -> tuple[Observation, Info]:
        """Take the next task: the environment's generator picks, or `options={"task": id}`."""
        super().reset(seed=seed)
        (self._episode,) = self._rules.begin([self.np_random], options, 1)
        return copied(self._rules, self._episode.observation), self._episode.info()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, Info]:
        """Play one action."""
        if self._episode is None or self._episode.over:
            raise gym.error.ResetNeeded("call reset before the first step and after an episode")
        rows = self._rules.read(action, 1)
        ((reward, terminated, truncated, info),) = self._rules.play([self._episode], rows, 1)
        return copied(self._rules, self._episode.observation), reward, terminated, truncated, info

    def render(self) -> NDArray[np.uint8] | None:
        """Draw the state after the last action."""
        if self.render_mode != "rgb_array" or self._episode is None:
            return None
        return self._episode.picture()


class TaskVectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """Many environments stepped together; each equals a single one."""

    metadata = TaskEnv.metadata | {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        world: str,
        num_envs: int = 1,
        render_mode: str | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self._rules = rules_of(world, options)
        self._batch = batch_of(self._rules, num_envs, threads, same_step=False)
        self._started = False
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_action_space = space_of(self._rules.actions)
        self.single_observation_space = space_of(self._rules.observations)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    @property
    def episodes(self) -> Sequence[Episode]:
        """The episodes in play, for other views of them."""
        return self._batch.episodes()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Options = None
    ) -> tuple[Observation, Info]:
        """Start an episode in each environment; one seed gives them seed, seed + 1, ..."""
        if seed is None or isinstance(seed, int | np.integer):
            seed = [None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise BadInput(
                f"{len(seed)} seeds for {self.num_envs} environments",
                "give one seed, or one per environment",
            )
        for row, own in enumerate(seed):
            if own is not None:
                self._batch.seed(row, seeding.np_random(own)[0])
        self._batch.reset(options)
        self._started = True
        return self._observe(), self._batch.infos()

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Play all actions; an environment whose episode is over starts the next one instead."""
        if not self._started:
            raise gym.error.ResetNeeded("call reset before the first step")
        batch = self._batch
        batch.start(actions)
        batch.wait()
        ends = batch.terminated.copy(), batch.truncated.copy()
        return self._observe(), batch.rewards.copy(), *ends, batch.infos()

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """Draw the state of each environment after the last action."""
        if self.render_mode != "rgb_array" or not self._started:
            return None
        return tuple(episode.picture() for episode in self.episodes)

    def _observe(self) -> Observation:
        return copied(self._rules, self._batch.observations)


def copied(rules: Rules[Any], parts: Mapping[str, NDArray[Any]]) -> Observation:
    """Return an observation as arrays that may be written to."""
    return rules.observation({part: seen.copy() for part, seen in parts.items()})


def world_of(name: str, ending: str) -> str:
    """Return the world that an environment class is named after; empty if none is."""
    names = {f"{world.capitalize()}{ending}": world for world in world_names()}
    return names.get(name, "")
