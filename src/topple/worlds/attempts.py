"""Environments of worlds in which an attempt is one whole action: each step is an attempt."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput
from topple.tasks.attempt import Played
from topple.tasks.environment import Box, Info, Options, Rules, Step, asked_task
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.world import World

# An episode ends after this many invalid actions per attempt.
_ACTIONS_PER_ATTEMPT = 100
_PICTURE = 256  # pixels
_COUNTED = (Outcome.SOLVED, Outcome.MISSED, Outcome.UNSETTLED)


@dataclass
class AttemptEpisode:
    """An episode at one task; the observation is always the task before any action."""

    task: Task
    observation: dict[str, NDArray[Any]]
    attempt: int = 0
    actions: int = 0
    over: bool = False

    def take(self, played: Played, attempts: int) -> Step:
        """Record an attempt as a step."""
        self.actions += 1
        self.attempt += played.outcome in _COUNTED
        solved = played.outcome is Outcome.SOLVED
        terminated = solved or self.attempt >= attempts
        truncated = not terminated and self.actions >= _ACTIONS_PER_ATTEMPT * attempts
        self.over = terminated or truncated
        facts = {"outcome": str(played.outcome), "reason": played.note, "steps": played.steps}
        return float(solved), terminated, truncated, self.info() | facts

    def info(self) -> Info:
        return {"task": str(self.task), "attempt": self.attempt}

    def picture(self, width: int = _PICTURE) -> NDArray[np.uint8]:
        """Draw the task before any action."""
        from topple.worlds import film

        return film(self.task, None).still(width)


class AttemptRules(Rules[AttemptEpisode]):
    """Episodes of up to `attempts` attempts at one task.

    A world declares the actions and, in `observe`, the observation of a task.
    """

    same_view = True

    def __init__(
        self,
        world: World,
        tasks: Sequence[str] | None,
        attempts: int,
        actions: Box,
        observations: Box,
    ) -> None:
        if not 1 <= attempts <= 1_000_000:
            raise BadInput(f"cannot give {attempts} attempts", "`attempts` is from 1 to 1000000")
        self.world, self.attempts = world, attempts
        self.actions, self.observations = actions, observations
        served = (
            str(world.id_of(template, index))
            for template in world.templates().values()
            for index in world.served(template)
        )
        self.tasks = list(served) if tasks is None else list(tasks)
        if not self.tasks:
            raise BadInput(
                "the environment has no tasks", "give at least one, or leave out `tasks`"
            )

    @abstractmethod
    def observe(self, task: Task) -> NDArray[Any]:
        """Return the observation of a task."""

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[AttemptEpisode]:
        asked = asked_task(options)
        tasks = [
            self.world.task(asked or self.tasks[rng.integers(len(self.tasks))]) for rng in rngs
        ]
        return [AttemptEpisode(task, {"task": self.observe(task)}) for task in tasks]

    def read(self, actions: object, count: int) -> NDArray[np.float64]:
        try:
            rows = np.asarray(actions, np.float64).reshape(count, -1)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not {count} actions: {error}") from error
        return rows

    def play(
        self, episodes: Sequence[AttemptEpisode], rows: NDArray[np.float64], threads: int | None
    ) -> list[Step]:
        tasks = [episode.task for episode in episodes]
        played = self.world.play(tasks, [tuple(row) for row in rows.tolist()], threads)
        return [e.take(p, self.attempts) for e, p in zip(episodes, played, strict=True)]

    def rgb(self, episode: AttemptEpisode, width: int | None) -> NDArray[np.uint8]:
        return episode.picture(width or _PICTURE)
