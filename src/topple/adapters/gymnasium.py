"""Gymnasium environments; importing this module registers `topple/Phyre-v0`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from topple.adapters.episodes import Episode, Info, Observation, Rules, Tasks
from topple.errors import BadAction, BadInput, MissingExtra
from topple.worlds.phyre import view
from topple.worlds.phyre.bodies import HEIGHT, WIDTH, Colour

try:
    import gymnasium as gym
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra("Gymnasium environments", "gym") from error

ID = "topple/Phyre-v0"

# Bodies may stick out of the scene, and some are longer than it is wide.
_FARTHEST_FEATURE = 4.0


class PhyreEnv(gym.Env[Observation, NDArray[np.float64]]):
    """One PHYRE task an episode: each step is an attempt, seen is the scene before it."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 2}

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        tier: str = "ball",
        tasks: Tasks = None,
        observation: str = "image",
        attempts: int = 100,
    ) -> None:
        self._rules = Rules(tier, tasks, observation, attempts)
        self.render_mode = render_mode
        self.action_space = action_space(self._rules)
        self.observation_space = observation_space(self._rules)
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Take the next task: the environment's generator picks, or `options={"task": id}`."""
        super().reset(seed=seed)
        self._episode = self._rules.begin(self.np_random, options)
        return self._observe(self._episode), self._episode.info()

    def step(
        self, action: NDArray[np.float64]
    ) -> tuple[Observation, SupportsFloat, bool, bool, Info]:
        """Play one action; an invalid one counts as no attempt."""
        if self._episode is None or self._episode.over:
            raise gym.error.ResetNeeded("call reset before the first step and after an episode")
        ((reward, terminated, truncated, info),) = self._rules.play([self._episode], action, 1)
        return self._observe(self._episode), reward, terminated, truncated, info

    def render(self) -> NDArray[np.uint8] | None:
        """Draw how the last attempt ended."""
        if self.render_mode != "rgb_array" or self._episode is None:
            return None
        return self._episode.picture()

    def _observe(self, episode: Episode) -> Observation:
        copies = {part: seen.copy() for part, seen in episode.observation.items()}
        return self._rules.observation(copies)


class PhyreVectorEnv(VectorEnv[Observation, NDArray[np.float64], NDArray[Any]]):
    """Many environments in step: equal to as many single ones, in one native call a step."""

    metadata = PhyreEnv.metadata | {"autoreset_mode": AutoresetMode.NEXT_STEP}

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
        if not 1 <= num_envs <= 1_000_000:
            raise BadInput(f"{num_envs} environments: give 1 to 1000000")
        self._rules = Rules(tier, tasks, observation, attempts)
        self._threads = threads
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_action_space = action_space(self._rules)
        self.single_observation_space = observation_space(self._rules)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._rngs = [seeding.np_random()[0] for _ in range(num_envs)]
        self._episodes: list[Episode] = []

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Start an episode in each environment; one seed gives them seed, seed + 1, ..."""
        if seed is None or isinstance(seed, int | np.integer):
            seed = [None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise BadInput(f"{len(seed)} seeds for {self.num_envs} environments")
        for i, own in enumerate(seed):
            if own is not None:
                self._rngs[i] = seeding.np_random(own)[0]
        self._episodes = [self._begin(i, options) for i in range(self.num_envs)]
        infos: Info = {}
        for i, episode in enumerate(self._episodes):
            infos = self._add_info(infos, episode.info(), i)
        return self._observe(), infos

    def step(
        self, actions: NDArray[np.float64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Play all actions; an environment whose episode is over starts the next one instead."""
        if not self._episodes:
            raise gym.error.ResetNeeded("call reset before the first step")
        table = self._rules.tier.read(actions)
        if len(table) != self.num_envs:
            raise BadAction(f"{len(table)} actions for {self.num_envs} environments")
        playing = np.array([not episode.over for episode in self._episodes])
        active = [self._episodes[i] for i in np.flatnonzero(playing)]
        played = iter(self._rules.play(active, table[playing], self._threads) if active else ())
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), np.bool_)
        infos: Info = {}
        for i, plays in enumerate(playing):
            if plays:
                rewards[i], terminated[i], truncated[i], info = next(played)
            else:
                self._episodes[i] = self._begin(i, None)
                info = self._episodes[i].info()
            infos = self._add_info(infos, info, i)
        return self._observe(), rewards, terminated, truncated, infos

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """Draw how the last attempt ended in each environment."""
        if self.render_mode != "rgb_array" or not self._episodes:
            return None
        return tuple(episode.picture() for episode in self._episodes)

    def _begin(self, i: int, options: dict[str, Any] | None) -> Episode:
        return self._rules.begin(self._rngs[i], options)

    def _observe(self) -> Observation:
        stacked = {
            part: np.stack([episode.observation[part] for episode in self._episodes])
            for part in self._rules.parts
        }
        return self._rules.observation(stacked)


def action_space(rules: Rules) -> spaces.Space[Any]:
    """Say what may be done in one environment."""
    return spaces.Box(0.0, 1.0, (rules.tier.dimensions,), np.float64)


def observation_space(rules: Rules) -> spaces.Space[Any]:
    """Say what may be seen in one environment."""
    far = _FARTHEST_FEATURE
    parts: dict[str, spaces.Space[Any]] = {
        "image": spaces.Box(0, max(Colour), (HEIGHT, WIDTH), np.uint8),
        "features": spaces.Box(-far, far, (rules.rows, view.FEATURES), np.float32),
    }
    seen = {part: parts[part] for part in rules.parts}
    return spaces.Dict(seen) if rules.both else seen[rules.parts[0]]


def register() -> None:
    """Make the environments known to Gymnasium, once."""
    if ID not in gym.registry:
        gym.register(
            id=ID,
            entry_point=f"{__name__}:PhyreEnv",
            vector_entry_point=f"{__name__}:PhyreVectorEnv",
        )


register()
