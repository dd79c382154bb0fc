"""Gymnasium environments of birds; `topple.adapters.gymnasium` registers them."""

from __future__ import annotations

import numpy as np

from topple.adapters.environments import Spaces, TaskEnv, TaskVectorEnv, checked_count
from topple.errors import BadInput, MissingExtra
from topple.worlds.birds import Game
from topple.worlds.birds.environment import BirdsEpisode, BirdsRules, Tasks

try:
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra("Gymnasium environments", "gym") from error

ID = "topple/Birds-v0"


class BirdsEnv(TaskEnv[BirdsEpisode]):
    """One task of birds an episode: each step is a shot, seen is the moment to choose it."""

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        tasks: Tasks = None,
        observation: str = "tensor",
        action: str = "angle",
        reward: str = "pass",
        width: int = 640,
        faithful: bool = False,
        settled: bool = False,
    ) -> None:
        rules = BirdsRules(tasks, observation, action, reward, width, faithful, settled)
        super().__init__(rules, spaces_of(rules), render_mode)

    @property
    def game(self) -> Game:
        """The game of the episode, for other views of it."""
        if self._episode is None:
            raise BadInput("no episode has begun", "call reset first")
        return self._episode.game


class BirdsVectorEnv(TaskVectorEnv[BirdsEpisode]):
    """Many environments in step: equal to as many single ones, in one native call a step."""

    def __init__(
        self,
        num_envs: int = 1,
        render_mode: str | None = None,
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
        super().__init__(count, rules, spaces_of(rules), render_mode, threads)

    @property
    def games(self) -> list[Game]:
        """The games of all episodes, for other views of them."""
        return [episode.game for episode in self._episodes]


def spaces_of(rules: BirdsRules) -> Spaces:
    """Say what may be done and what may be seen in one environment."""
    most = 1 if rules.part == "tensor" else 255
    seen = spaces.Box(0, most, rules.shape, np.uint8)
    if rules.aiming.choices:
        return spaces.Discrete(rules.aiming.choices), seen
    return spaces.Box(-1.0, 1.0, (rules.aiming.numbers,), np.float32), seen
