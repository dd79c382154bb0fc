"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

import hashlib

from topple.tasks.selftest import SelfTest
from topple.worlds.rope.calls import action_of
from topple.worlds.rope.template import DESIGNED, FIRST_VARIATION
from topple.worlds.rope.world import WORLD, all_templates

# Changes only when a layout, a variation, the rules or the engine change the outcome of a plan.
GOLDEN = "29488dca54eafd14"


def self_test(threads: int | None = None) -> SelfTest:
    """Play every layout's solution, as designed and on a variation; combine all final states."""
    templates = all_templates().values()
    tasks = [t.task(index) for t in templates for index in (DESIGNED, FIRST_VARIATION)]
    plans = [action_of(t.layout.solution) for t in templates for _ in range(2)]
    combined = hashlib.sha256()
    for task, each in zip(tasks, WORLD.play(tasks, plans, threads), strict=True):
        combined.update(f"{task} {each.outcome} {each.steps} {each.digest}\n".encode())
    return SelfTest(len(tasks), len(templates), combined.hexdigest()[:16], GOLDEN)
