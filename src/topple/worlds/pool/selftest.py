"""A quick test that this build of the simulator gives the expected bits."""

from __future__ import annotations

import numpy as np

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.simulate import MODELS
from topple.worlds.pool.table import CUE
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import WORLD, all_templates
from topple.worlds.selftests import Attempts, candidates

SHOTS_PER_TASK = 4
FIRST_TASK = 0

# Changes only when a template, the rules or the simulator change the outcome of an attempt.
GOLDEN = "d35c282f85ad4b63"


def _attempts() -> list[tuple[Task, Action]]:
    """Return a few actions on one task of every template."""
    return candidates([t.task(FIRST_TASK) for t in all_templates().values()], SHOTS_PER_TASK)


def _scene(task: PoolTask) -> dict[str, object] | None:
    """Return the table of a puzzle; other tasks are no single shots."""
    places = [None if np.isnan(x) else (x, y) for x, y in task.table.tolist()]
    return {"balls": places, "cue": CUE, "model": MODELS[task.model]} if task.is_puzzle else None


def _plan(task: PoolTask, action: Action) -> object:
    return Shot(*action).rounded().row()


_TEST = Attempts(WORLD, GOLDEN, _attempts, _scene, _plan)
self_test, requests = _TEST.self_test, _TEST.requests
