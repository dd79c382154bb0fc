"""A quick test that this build of the simulator gives the expected bits."""

from __future__ import annotations

import hashlib

from topple.tasks.selftest import SelfTest
from topple.worlds.kinetix.template import HandMade, all_templates
from topple.worlds.kinetix.world import WORLD

ACTIONS_PER_TASK = 4

# Changes only when a level, the rules or the simulator change the outcome of an attempt.
GOLDEN = "b6aedd3a56ceb452"


def self_test(threads: int | None = None) -> SelfTest:
    """Play a few actions on every hand-made level; combine all final states."""
    tasks = [t.task(0) for t in all_templates().values() if isinstance(t, HandMade)]
    pairs = [
        (task, tuple(action))
        for task in tasks
        for action in task.actions.candidates(ACTIONS_PER_TASK).tolist()
    ]
    played = WORLD.play([task for task, _ in pairs], [action for _, action in pairs], threads)
    combined = hashlib.sha256()
    for (task, _), each in zip(pairs, played, strict=True):
        combined.update(f"{task} {each.outcome} {each.steps} {each.digest}\n".encode())
    return SelfTest(len(pairs), len(tasks), combined.hexdigest()[:16], GOLDEN)
