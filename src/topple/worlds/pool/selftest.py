"""A quick test that this build of the simulator gives the expected bits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from topple.tasks.selftest import Request, SelfTest
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.simulate import MODELS
from topple.worlds.pool.table import CUE
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import WORLD, all_templates

SHOTS_PER_TASK = 4
FIRST_TASK = 0

# Changes only when a template, the rules or the simulator change the outcome of an attempt.
GOLDEN = "d35c282f85ad4b63"


def self_test(threads: int | None = None) -> SelfTest:
    """Play a few actions on one task of every template; combine all final states."""
    tasks = [template.task(FIRST_TASK) for template in all_templates().values()]
    pairs = [(task, action) for task in tasks for action in _actions(task)]
    played = WORLD.play([task for task, _ in pairs], [action for _, action in pairs], threads)
    combined = hashlib.sha256()
    for (task, _), each in zip(pairs, played, strict=True):
        combined.update(f"{task} {each.outcome} {each.steps} {each.digest}\n".encode())
    return SelfTest(len(pairs), len(tasks), combined.hexdigest()[:16], GOLDEN)


def requests() -> Iterator[Request]:
    """Return the attempts of the self-test for builds without Python: the puzzles."""
    for template in all_templates().values():
        task = template.task(FIRST_TASK)
        if not task.is_puzzle:
            continue
        actions = _actions(task)
        played = WORLD.play([task] * len(actions), actions)
        places = [None if np.isnan(x) else (x, y) for x, y in task.table.tolist()]
        yield Request(
            WORLD.name,
            {"balls": places, "cue": CUE, "model": MODELS[task.model]},
            [Shot(*action).rounded().row() for action in actions],
            [(each.steps, each.digest) for each in played],
        )


def _actions(task: PoolTask) -> list[tuple[float, ...]]:
    return [tuple(action) for action in task.actions.candidates(SHOTS_PER_TASK).tolist()]
