"""PHYRE as an environment: each step is an attempt, the observation is the scene before it.

An invalid action does not count as an attempt. Pictures show how the last attempt ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from topple import _native
from topple._native import phyre as core
from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.environment import Box, Info, Options, Rules, Spaces, Step, asked_task
from topple.tasks.outcome import Outcome
from topple.worlds import phyre
from topple.worlds.phyre import view
from topple.worlds.phyre.actions import Reason
from topple.worlds.phyre.actions import tier as find_tier
from topple.worlds.phyre.bodies import HEIGHT, WIDTH, Colour

# Bodies may stick out of the scene, and some are longer than it is wide.
_FARTHEST_FEATURE = 4.0
# For libraries whose policies take vectors.
VECTOR_DEFAULTS = {"observation": "features"}
# An episode ends after this many invalid actions per attempt.
ACTIONS_PER_ATTEMPT = 100
_OBSERVATIONS = ("image", "features", "both")

Tasks: TypeAlias = str | phyre.PhyreTask | Sequence[str | phyre.PhyreTask] | None


@dataclass
class Episode:
    """An episode at one task."""

    task: phyre.PhyreTask
    observation: dict[str, NDArray[Any]]
    attempt: int = 0
    actions: int = 0
    over: bool = False
    last: tuple[phyre.Batch, int] | None = None

    def take(self, batch: phyre.Batch, i: int, attempts: int) -> Step:
        """Record attempt `i` of a batch as a step."""
        outcome = batch.outcome(i)
        self.last = batch, i
        self.actions += 1
        self.attempt += outcome in (Outcome.SOLVED, Outcome.MISSED)
        solved = outcome is Outcome.SOLVED
        terminated = solved or self.attempt >= attempts
        truncated = not terminated and self.actions >= ACTIONS_PER_ATTEMPT * attempts
        self.over = terminated or truncated
        reason = batch.reason(i)
        info = self.info() | {
            "outcome": str(outcome),
            "reason": str(reason) if reason is not Reason.NONE else "",
            "steps": int(batch.steps[i]),
        }
        return float(solved), terminated, truncated, info

    def info(self) -> Info:
        return {"task": str(self.task), "attempt": self.attempt}

    def picture(self) -> NDArray[np.uint8]:
        """Draw the end of the last attempt, or the initial scene if the action was refused."""
        if self.last is None or not len(self.last[0].bodies(self.last[1])):
            return view.to_rgb(view.image(self.task))
        batch, i = self.last
        bodies = view.bodies_with_balls(self.task.scene, batch.balls[i].tolist())
        scene = _native.Scene.read(replace(self.task.scene, bodies=tuple(bodies)))
        return view.to_rgb(core.image(scene, batch.bodies(i)))


def rules(
    *, tier: str = "ball", tasks: Tasks = None, observation: str = "image", attempts: int = 100
) -> PhyreRules:
    """Return the rules of an environment; the environments take the same arguments.

    An episode is one task with up to `attempts` attempts. `observation` is `image`, `features` or
    `both`. Without `tasks`, episodes are drawn from PHYRE's own tasks of the tier.
    """
    return PhyreRules(tier, tasks, observation, attempts)


class PhyreRules(Rules[Episode]):
    """How episodes of one tier start and continue."""

    same_view = True

    def __init__(self, tier_name: str, tasks: Tasks, observation: str, attempts: int) -> None:
        if observation not in _OBSERVATIONS:
            raise UnknownName("observation", observation, known=_OBSERVATIONS)
        if not 1 <= attempts <= 1_000_000:
            raise BadInput(f"cannot give {attempts} attempts", "`attempts` is from 1 to 1000000")
        self.tier = find_tier(tier_name)
        self.attempts = attempts
        self.tasks = self._chosen(tasks)
        self.parts = ("image", "features") if observation == "both" else (observation,)
        self.rows = 0
        if "features" in self.parts:
            self.rows = max(len(view.initial_features(self._task(each))) for each in self.tasks)
        self.actions = Box(0.0, 1.0, (self.tier.dimensions,), np.float64)
        self.observations = self._spaces()

    def _spaces(self) -> Spaces:
        far = _FARTHEST_FEATURE
        known = {
            "image": Box(0, max(Colour), (HEIGHT, WIDTH), np.uint8),
            "features": Box(-far, far, (self.rows, view.FEATURES), np.float32),
        }
        spaces = {part: known[part] for part in self.parts}
        return spaces if len(spaces) > 1 else spaces[self.parts[0]]

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[Episode]:
        name = asked_task(options)
        tasks = [
            self._task(self.tasks[rng.integers(len(self.tasks))] if name is None else name)
            for rng in rngs
        ]
        return [
            Episode(task, {part: self._seen(task, part) for part in self.parts}) for task in tasks
        ]

    def read(self, actions: object, count: int) -> NDArray[np.float64]:
        # Always doubles, like PHYRE's own actions: float32 gives some balls another radius.
        table = self.tier.read(actions).astype(np.float64)
        if len(table) != count:
            raise BadAction(f"{len(table)} actions for {count} environments")
        return table

    def play(
        self, episodes: Sequence[Episode], rows: NDArray[np.float64], threads: int | None
    ) -> list[Step]:
        batch = phyre.simulate([each.task for each in episodes], rows, threads=threads)
        return [each.take(batch, i, self.attempts) for i, each in enumerate(episodes)]

    def rgb(self, episode: Episode, width: int | None) -> NDArray[np.uint8]:
        return view.to_rgb(view.image(episode.task))

    def one_hot(self, episode: Episode) -> NDArray[np.uint8]:
        """Draw one channel per colour of PHYRE; the first is the empty background."""
        channels = 255 * np.eye(len(Colour), dtype=np.uint8)
        return channels[view.image(episode.task)[::-1]]

    def _chosen(self, tasks: Tasks) -> list[str | phyre.PhyreTask]:
        if tasks is None:
            # Ids only: building all 2500 takes seconds, and images need one at a time.
            return [
                f"{template.phyre_id}:{index:03d}"
                for template in phyre.shipped_templates(self.tier.name)
                for index in template.shipped
            ]
        several = [tasks] if isinstance(tasks, str | phyre.PhyreTask) else list(tasks)
        if not several:
            raise BadInput(
                "the environment has no tasks", "give at least one, or leave out `tasks`"
            )
        return [self._task(each) for each in several]

    def _task(self, task: str | phyre.PhyreTask) -> phyre.PhyreTask:
        found = phyre.task(task) if isinstance(task, str) else task
        if found.tier != self.tier:
            raise BadInput(
                f"{found} has tier `{found.tier.name}`, the environment has `{self.tier.name}`",
                f"make the environment with tier={found.tier.name!r}",
            )
        return found

    def _seen(self, task: phyre.PhyreTask, part: str) -> NDArray[Any]:
        if part == "image":
            return view.image(task)
        features = view.initial_features(task)
        if len(features) > self.rows:
            raise BadInput(
                f"{task} has {len(features)} objects, the observation space has {self.rows}",
                "include it in `tasks` when you make the environment",
            )
        padded = np.zeros((self.rows, view.FEATURES), np.float32)
        padded[: len(features)] = features
        return padded
