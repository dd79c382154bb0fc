"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

import hashlib

from topple.tasks.selftest import SelfTest
from topple.worlds.iphyre.template import FAITHFUL, FIRST_VARIATION, PUBLISHED
from topple.worlds.iphyre.world import WORLD, all_templates

_INDICES = (PUBLISHED, FAITHFUL, FIRST_VARIATION)

# Changes only when a game, a variation, the rules or the engine change the outcome of a plan.
GOLDEN = "40a86af4016179a4"


def self_test(threads: int | None = None) -> SelfTest:
    """Play one plan on three tasks of every game; combine all final states."""
    templates = all_templates().values()
    tasks = [template.task(index) for template in templates for index in _INDICES]
    plans = [tuple(task.actions.candidates(1)[0].tolist()) for task in tasks]
    combined = hashlib.sha256()
    for task, each in zip(tasks, WORLD.play(tasks, plans, threads), strict=True):
        combined.update(f"{task} {each.outcome} {each.steps} {each.digest}\n".encode())
    return SelfTest(len(tasks), len(templates), combined.hexdigest()[:16], GOLDEN)
