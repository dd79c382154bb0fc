"""PHYRE as an environment: each step is an attempt, the observation is the scene before it.

An invalid action does not count as an attempt. Pictures show how the last attempt ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple import _native
from topple._native import phyre as core
from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.environment import Box, Info, Spaces
from topple.tasks.task import Task
from topple.worlds import phyre
from topple.worlds.attempts import attempt_facts
from topple.worlds.episodes import ACTIONS_PER_ATTEMPT as ACTIONS_PER_ATTEMPT
from topple.worlds.episodes import GameEpisode, GameRules, Parts
from topple.worlds.phyre import view
from topple.worlds.phyre.actions import tier as find_tier
from topple.worlds.phyre.bodies import HEIGHT, WIDTH, Colour
from topple.worlds.phyre.world import WORLD, own_task
from topple.worlds.select import Names, select
from topple.worlds.whole import WholeGame

# Bodies may stick out of the scene, and some are longer than it is wide.
_FARTHEST_FEATURE = 4.0
# For libraries whose policies take vectors.
VECTOR_DEFAULTS = {"observation": "features"}
_OBSERVATIONS = ("image", "features", "both")

Episode = GameEpisode["PhyreGame"]


class PhyreGame(WholeGame):
    """A game of one action; `last` is the batch that played the last one, and its number."""

    task: phyre.PhyreTask
    last: tuple[phyre.Batch, int] | None = None


def rules(
    *,
    tier: str = "",
    tasks: Names | None = None,
    observation: str = "image",
    attempts: int = 100,
) -> PhyreRules:
    """Return the rules of an environment; the environments take the same arguments.

    An episode is one task with up to `attempts` attempts. `observation` is `image`, `features` or
    `both`. Without `tasks`, episodes are drawn from PHYRE's own tasks of the tier; `tier` is that
    of the first task, or `ball`.
    """
    return PhyreRules(tier, tasks, observation, attempts)


def _tier_of(tasks: Names | None) -> str:
    """Return the tier of the first task; `ball` where none is named."""
    if tasks is None:
        return "ball"
    first = select(WORLD, tasks)[0]
    return own_task(WORLD.task(first) if isinstance(first, str) else first).tier.name


class PhyreRules(GameRules[PhyreGame]):
    """How episodes of one tier start and continue."""

    same_view = True

    def __init__(
        self, tier_name: str, tasks: Names | None, observation: str, attempts: int
    ) -> None:
        if observation not in _OBSERVATIONS:
            raise UnknownName("observation", observation, known=_OBSERVATIONS)
        self.tier = find_tier(tier_name or _tier_of(tasks))
        own = [t.name for t in phyre.shipped_templates(self.tier.name)] if tasks is None else tasks
        super().__init__(WORLD, own, attempts)
        self.parts = ("image", "features") if observation == "both" else (observation,)
        if tasks is not None or "features" in self.parts:
            self.tasks = [self.task(each) for each in self.tasks]
        self.rows = 0
        if "features" in self.parts:
            self.rows = max(len(view.initial_features(self.task(each))) for each in self.tasks)
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

    def task(self, name: object) -> phyre.PhyreTask:
        found = own_task(super().task(name))
        if found.tier != self.tier:
            raise BadInput(
                f"{found} has tier `{found.tier.name}`, the environment has `{self.tier.name}`",
                f"make the environment with tier={found.tier.name!r}",
            )
        return found

    def start(self, tasks: Sequence[Task], threads: int | None) -> list[PhyreGame]:
        return [PhyreGame(WORLD, task) for task in tasks]

    def seen(self, episode: Episode) -> Parts:
        if not episode.observation:
            episode.observation = {part: self._seen(episode.task, part) for part in self.parts}
        return episode.observation

    def read(self, actions: object, count: int) -> NDArray[np.float64]:
        # Always doubles, like PHYRE's own actions: float32 gives some balls another radius.
        table = self.tier.read(actions).astype(np.float64)
        if len(table) != count:
            raise BadAction(f"{len(table)} actions for {count} environments")
        return table

    def step(
        self, games: Sequence[PhyreGame], rows: NDArray[np.float64], threads: int | None
    ) -> None:
        batch = phyre.simulate([game.task for game in games], rows, threads=threads)
        for number, (game, row) in enumerate(zip(games, rows.tolist(), strict=True)):
            game.take(row, batch[number])
            game.last = batch, number

    def facts(self, episode: Episode) -> Info:
        return attempt_facts(episode)

    def picture(self, episode: Episode) -> NDArray[np.uint8]:
        """Draw the end of the last attempt, or the initial scene if the action was refused."""
        task, last = episode.task, episode.game.last
        if last is None and episode.previous:
            last = episode.previous.last
        if last is None or not len(last[0].bodies(last[1])):
            return view.to_rgb(view.image(task))
        batch, i = last
        bodies = view.bodies_with_balls(task.scene, batch.balls[i].tolist())
        scene = _native.Scene.read(replace(task.scene, bodies=tuple(bodies)))
        return view.to_rgb(core.image(scene, batch.bodies(i)))

    def rgb(self, episode: Episode, width: int | None) -> NDArray[np.uint8]:
        return view.to_rgb(view.image(episode.task))

    def one_hot(self, episode: Episode) -> NDArray[np.uint8]:
        """Draw one channel per colour of PHYRE; the first is the empty background."""
        channels = 255 * np.eye(len(Colour), dtype=np.uint8)
        return channels[view.image(episode.task)[::-1]]

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
