"""I-PHYRE ranker: score many plans at a level, and move away from what failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from topple.agents._ranking.agent import RowRanker
from topple.agents._ranking.rollouts import Actions
from topple.agents.agent import agent
from topple.tasks.task import Task
from topple.worlds.iphyre.agents.ranker.features import SIGNS, features, times_of
from topple.worlds.iphyre.level import SECONDS
from topple.worlds.iphyre.search import solving
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.world import own_task

if TYPE_CHECKING:
    from topple.agents._ranking.checkpoint import RankerCheckpoint

_SPREAD = 0.3  # seconds, of plans near solutions


@agent("iphyre-ranker", version=1)
class IPhyreRanker(RowRanker[IPhyreTask]):
    """Plays the plan that a network scores highest, and lowers scores around failed ones.

    The network sees every object of the level and when the plan removes it. It learns from `tries`
    random plans at every training level, and from `near` plans around solutions. At a test level it
    scores `ranked` random plans and simulates none. After a failed attempt, scores fall by up to
    `penalty` for plans whose times differ by less than about `reach` seconds.

    `model` is a folder made by `topple train`, or a folder of such folders: then the scores of all
    models that were trained on the tasks of the fold are averaged. Without it, `fit` trains a
    model. For a trial set `tries=20`, `width=16` and `updates=200`.
    """

    worlds = ("iphyre",)

    width: int = 64
    depth: int = 2
    tries: int = 40
    near: int = 10
    ranked: int = 1000

    def own(self, task: Task) -> IPhyreTask:
        return own_task(task)

    def trials(self, task: IPhyreTask) -> _Plans:
        return _Plans(task)

    def features(self, task: IPhyreTask, actions: Actions) -> NDArray[np.float32]:
        return features(task.level, times_of(actions))

    def signs(self) -> NDArray[np.float32]:
        return SIGNS

    def apart(self, actions: Actions, failed: Sequence[float | None]) -> Actions:
        between = times_of(np.array([failed], float)), times_of(actions)
        first, second = (np.nan_to_num(times, nan=SECONDS) for times in between)
        return np.asarray(second - first)

    def checkpoint(self) -> type[RankerCheckpoint[Any]]:
        from topple.worlds.iphyre.agents.ranker.network import IPhyreCheckpoint

        return IPhyreCheckpoint


@dataclass(frozen=True, slots=True)
class _Plans:
    """Plans for one level."""

    task: IPhyreTask

    def draw(self, count: int, rng: np.random.Generator) -> Actions:
        return np.array([self.task.actions.sample(rng) for _ in range(count)])

    def near(self, known: Actions, count: int, rng: np.random.Generator) -> Actions:
        chosen = known[rng.integers(len(known), size=count)].tolist()
        return np.array([self.task.actions.near(plan, rng, _SPREAD) for plan in chosen])

    def solves(self, actions: Actions) -> NDArray[np.bool_]:
        return solving(self.task, [tuple(plan) for plan in actions.tolist()], threads=1)
