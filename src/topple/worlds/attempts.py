"""Environments of worlds in which an attempt is one whole action: each step is an attempt."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction
from topple.tasks.environment import Box, Info
from topple.tasks.task import Task
from topple.worlds import still
from topple.worlds.episodes import PICTURE, GameEpisode, GameRules, Parts
from topple.worlds.select import Names
from topple.worlds.whole import WholeGame
from topple.worlds.world import World

Episode = GameEpisode[WholeGame]


class AttemptRules(GameRules[WholeGame]):
    """Episodes of up to `attempts` attempts at one task; invalid actions are none.

    A world declares the actions and, in `observe`, the observation of a task.
    """

    same_view = True

    def __init__(
        self, world: World, tasks: Names | None, attempts: int, actions: Box, observations: Box
    ) -> None:
        super().__init__(world, tasks, attempts)
        self.actions, self.observations = actions, observations

    @abstractmethod
    def observe(self, task: Task) -> NDArray[Any]:
        """Return the observation of a task."""

    def seen(self, episode: Episode) -> Parts:
        return {"task": self.observe(episode.task)}

    def read(self, actions: object, count: int) -> NDArray[np.float64]:
        """Return actions as rows; those out of range are invalid attempts."""
        try:
            return np.asarray(actions, np.float64).reshape(count, -1)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not {count} actions: {error}") from error

    def facts(self, episode: Episode) -> Info:
        return attempt_facts(episode)

    def picture(self, episode: Episode) -> NDArray[np.uint8]:
        return self.rgb(episode, PICTURE)

    def rgb(self, episode: Episode, width: int | None) -> NDArray[np.uint8]:
        """Draw the task before any action."""
        return still(episode.task, width or PICTURE)


def attempt_facts(episode: GameEpisode[Any]) -> Info:
    """Return the number of attempts and, after an action, how the last one ended."""
    facts: Info = {"attempt": episode.attempt}
    last = episode.game.played or episode.game.refused
    if last:
        facts |= {"outcome": str(last.outcome), "reason": last.note, "steps": last.steps}
    return facts
