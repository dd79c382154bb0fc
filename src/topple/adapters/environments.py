"""Gymnasium environments for the episodes of any world: single, or many stepped together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

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
        return own(self._rules, self._episode), self._episode.info()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, Info]:
        """Play one action."""
        if self._episode is None or self._episode.over:
            raise gym.error.ResetNeeded("call reset before the first step and after an episode")
        rows = self._rules.read(action, 1)
        ((reward, terminated, truncated, info),) = self._rules.play([self._episode], rows, 1)
        return own(self._rules, self._episode), reward, terminated, truncated, info

    def render(self) -> NDArray[np.uint8] | None:
        """Draw the state after the last action."""
        if self.render_mode != "rgb_array" or self._episode is None:
            return None
        return self._episode.picture()


class TaskVectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """Many environments stepped together in one native call; each equals a single one."""

    metadata = TaskEnv.metadata | {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        world: str,
        num_envs: int = 1,
        render_mode: str | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.num_envs = checked_count(num_envs)
        self._rules = rules_of(world, options)
        self._threads = threads
        self.render_mode = render_mode
        self.single_action_space = space_of(self._rules.actions)
        self.single_observation_space = space_of(self._rules.observations)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._rngs = [seeding.np_random()[0] for _ in range(num_envs)]
        self._episodes: list[Episode] = []

    @property
    def episodes(self) -> Sequence[Episode]:
        """The episodes in play, for other views of them."""
        return self._episodes

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
        for i, own in enumerate(seed):
            if own is not None:
                self._rngs[i] = seeding.np_random(own)[0]
        self._episodes = self._rules.begin(self._rngs, options, self._threads)
        infos: Info = {}
        for i, episode in enumerate(self._episodes):
            infos = self._add_info(infos, episode.info(), i)
        return self._observe(), infos

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Play all actions; an environment whose episode is over starts the next one instead."""
        if not self._episodes:
            raise gym.error.ResetNeeded("call reset before the first step")
        rows = self._rules.read(actions, self.num_envs)
        playing = np.array([not episode.over for episode in self._episodes])
        active = [self._episodes[i] for i in np.flatnonzero(playing)]
        played = iter(self._rules.play(active, rows[playing], self._threads) if active else ())
        self._start_over(np.flatnonzero(~playing))
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), np.bool_)
        infos: Info = {}
        for i, plays in enumerate(playing):
            info = self._episodes[i].info()
            if plays:
                rewards[i], terminated[i], truncated[i], info = next(played)
            infos = self._add_info(infos, info, i)
        return self._observe(), rewards, terminated, truncated, infos

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """Draw the state of each environment after the last action."""
        if self.render_mode != "rgb_array" or not self._episodes:
            return None
        return tuple(episode.picture() for episode in self._episodes)

    def _start_over(self, over: NDArray[np.intp]) -> None:
        if len(over):
            rngs = [self._rngs[i] for i in over]
            for i, episode in zip(over, self._rules.begin(rngs, None, self._threads), strict=True):
                self._episodes[i] = episode

    def _observe(self) -> Observation:
        return self._rules.observation(stacked(self._episodes))


def own(rules: Rules[Any], episode: Episode) -> Observation:
    """Return the observation of an episode as arrays that may be written to."""
    copies = {part: seen.copy() for part, seen in episode.observation.items()}
    return rules.observation(copies)


def stacked(episodes: Sequence[Episode]) -> dict[str, NDArray[Any]]:
    """Stack the observations of all episodes, one array per part."""
    parts = episodes[0].observation
    return {part: np.stack([episode.observation[part] for episode in episodes]) for part in parts}


def checked_count(num_envs: int) -> int:
    """Return the number of environments; raise `BadInput` if it is out of range."""
    if not 1 <= num_envs <= 1_000_000:
        raise BadInput(f"cannot make {num_envs} environments", "`num_envs` is from 1 to 1000000")
    return num_envs
