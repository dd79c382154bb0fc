"""A quick test that this build of the simulator gives the expected bits."""

from __future__ import annotations

import hashlib

from topple.tasks.selftest import SelfTest
from topple.worlds.pool.world import WORLD, all_templates

SHOTS_PER_TASK = 4
FIRST_TASK = 0

# Changes only when a template, the rules or the simulator change the outcome of an attempt.
GOLDEN = "d35c282f85ad4b63"


def self_test(threads: int | None = None) -> SelfTest:
    """Play a few actions on one task of every template; combine all final states."""
    tasks = [template.task(FIRST_TASK) for template in all_templates().values()]
    pairs = [
        (task, tuple(action))
        for task in tasks
        for action in task.actions.candidates(SHOTS_PER_TASK).tolist()
    ]
    played = WORLD.play([task for task, _ in pairs], [action for _, action in pairs], threads)
    combined = hashlib.sha256()
    for (task, _), each in zip(pairs, played, strict=True):
        combined.update(f"{task} {each.outcome} {each.steps} {each.digest}\n".encode())
    return SelfTest(len(pairs), len(tasks), combined.hexdigest()[:16], GOLDEN)
