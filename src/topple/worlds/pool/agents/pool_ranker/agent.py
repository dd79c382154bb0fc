"""Pool ranker: score many shots at a puzzle, and move away from what failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from topple.agents._ranking.agent import RowRanker
from topple.agents._ranking.rollouts import Actions
from topple.agents.agent import agent
from topple.errors import BadInput
from topple.tasks.task import Task
from topple.worlds.pool.agents.pool_ranker.features import SIGNS, features
from topple.worlds.pool.planner import aimed_shots
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import own_task, puzzle_outcomes

if TYPE_CHECKING:
    from topple.agents._ranking.checkpoint import RankerCheckpoint

_SPREADS = (0.03, 0.3)  # spreads of shots near solutions
# How far a failure reaches in degrees, m/s, and radii of the tip's place.
_REACHES = np.array([1.0, 1.0, 0.3, 0.3])


@agent("pool-ranker", version=2)
class PoolRanker(RowRanker[PoolTask]):
    """Makes the shot that a network scores highest, and lowers scores around failed ones.

    The network sees of a shot where its rough paths lead: straight lines, mirrored at rails. It
    learns what friction, spin and cushions change from up to `tries` random shots at every training
    puzzle, most of them aimed at a ball, and from `near` shots around solutions. At a test puzzle
    it scores `ranked` such shots and simulates none. After a failed attempt, scores fall by up to
    `penalty` within about `reach` degrees.

    `model` is a folder made by `topple train`, or a folder of such folders: then the scores of all
    models that were trained on the tasks of the fold are averaged. Without it, `fit` trains a
    model. For a trial set `tries=500`, `width=16` and `updates=200`.
    """

    worlds = ("pool",)

    reach: float = 0.5

    def own(self, task: Task) -> PoolTask:
        own = own_task(task)
        if not own.is_puzzle:
            raise BadInput(f"agent `{self.name}` plays puzzles; `{task}` is none")
        return own

    def trials(self, task: PoolTask) -> _Shots:
        return _Shots(task)

    def features(self, task: PoolTask, actions: Actions) -> NDArray[np.float32]:
        return features(task, actions)

    def signs(self) -> NDArray[np.float32]:
        return SIGNS

    def apart(self, actions: Actions, failed: Sequence[float | None]) -> Actions:
        between = actions - np.array(failed, float)
        between[:, 0] = (between[:, 0] + 180) % 360 - 180
        return np.asarray(between / _REACHES)

    def checkpoint(self) -> type[RankerCheckpoint[Any]]:
        from topple.worlds.pool.agents.pool_ranker.network import PoolCheckpoint

        return PoolCheckpoint


@dataclass(frozen=True, slots=True)
class _Shots:
    """Shots at one puzzle."""

    task: PoolTask

    def draw(self, count: int, rng: np.random.Generator) -> Actions:
        places = [(x, y) for x, y in self.task.table.tolist()]
        return np.array(aimed_shots(places, rng, count))

    def near(self, known: Actions, count: int, rng: np.random.Generator) -> Actions:
        chosen = known[rng.integers(len(known), size=count)].tolist()
        spreads = rng.choice(_SPREADS, size=count).tolist()
        space = self.task.actions
        return np.array(
            [space.near(shot, rng, spread) for shot, spread in zip(chosen, spreads, strict=True)]
        )

    def solves(self, actions: Actions) -> NDArray[np.bool_]:
        return np.asarray(puzzle_outcomes(self.task, actions, threads=1) == 1)
