"""Gymnasium environments over episodes of any world: one at a time, or many in step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, SupportsFloat, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, MissingExtra
from topple.tasks.environment import Info, Observation

try:
    import gymnasium as gym
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra("Gymnasium environments", "gym") from error

Options: TypeAlias = dict[str, Any] | None
Spaces: TypeAlias = tuple[gym.Space[Any], gym.Space[Any]]  # of actions, of observations
Step: TypeAlias = tuple[float, bool, bool, Info]  # reward, terminated, truncated, info


class Episode(Protocol):
    """One task being tried: what is seen now, by parts, and whether it is over."""

    observation: dict[str, NDArray[Any]]

    @property
    def over(self) -> bool: ...

    def info(self) -> Info: ...

    def picture(self) -> NDArray[np.uint8]: ...


E = TypeVar("E", bound=Episode)


class Rules(Protocol[E]):
    """How a world's episodes begin and go on."""

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[E]:
        """Start an episode for each generator, on the task in the options or one it picks."""

    def read(self, actions: object, count: int) -> NDArray[Any]:
        """Take so many actions as rows; raise `BadAction` when they cannot be."""

    def play(self, episodes: Sequence[E], rows: NDArray[Any], threads: int | None) -> list[Step]:
        """Play one action in each episode."""

    def observation(self, seen: dict[str, NDArray[Any]]) -> Observation:
        """Make parts, of one episode or stacked, what the observation space holds."""


class TaskEnv(gym.Env[Observation, Any], Generic[E]):
    """One task an episode."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 2}

    def __init__(self, rules: Rules[E], spaces: Spaces, render_mode: str | None) -> None:
        self._rules = rules
        self.render_mode = render_mode
        self.action_space, self.observation_space = spaces
        self._episode: E | None = None

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
        """Draw how things stand after the last action."""
        if self.render_mode != "rgb_array" or self._episode is None:
            return None
        return self._episode.picture()


class TaskVectorEnv(VectorEnv[Observation, Any, NDArray[Any]], Generic[E]):
    """Many environments in step: equal to as many single ones, in one native call a step."""

    metadata = TaskEnv.metadata | {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int,
        rules: Rules[E],
        spaces: Spaces,
        render_mode: str | None,
        threads: int | None,
    ) -> None:
        self._rules = rules
        self._threads = threads
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_action_space, self.single_observation_space = spaces
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._rngs = [seeding.np_random()[0] for _ in range(num_envs)]
        self._episodes: list[E] = []

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Options = None
    ) -> tuple[Observation, Info]:
        """Start an episode in each environment; one seed gives them seed, seed + 1, ..."""
        if seed is None or isinstance(seed, int | np.integer):
            seed = [None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise BadInput(f"{len(seed)} seeds for {self.num_envs} environments")
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
        """Draw how things stand in each environment after the last action."""
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


def own(rules: Rules[E], episode: E) -> Observation:
    """Give what is seen in an episode as arrays that may be written to."""
    copies = {part: seen.copy() for part, seen in episode.observation.items()}
    return rules.observation(copies)


def stacked(episodes: Sequence[Episode]) -> dict[str, NDArray[Any]]:
    """Put what is seen in all episodes into one array a part."""
    parts = episodes[0].observation
    return {part: np.stack([episode.observation[part] for episode in episodes]) for part in parts}


def checked_count(num_envs: int) -> int:
    """Give the number of environments back; raise `BadInput` if it is none."""
    if not 1 <= num_envs <= 1_000_000:
        raise BadInput(f"{num_envs} environments: give 1 to 1000000")
    return num_envs
