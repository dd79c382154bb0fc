"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from topple.tasks.attempt import Action
from topple.tasks.selftest import Request, SelfTest
from topple.worlds.rope.calls import action_of
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.template import DESIGNED, FIRST_VARIATION
from topple.worlds.rope.world import WORLD, all_templates

# Changes only when a layout, a variation, the rules or the engine change the outcome of a plan.
GOLDEN = "ba39fa7a662776ea"


def self_test(threads: int | None = None) -> SelfTest:
    """Play every layout's solution, as designed and on a variation; combine all final states."""
    pairs = _attempts()
    played = WORLD.play([task for task, _ in pairs], [plan for _, plan in pairs], threads)
    combined = hashlib.sha256()
    for (task, _), each in zip(pairs, played, strict=True):
        combined.update(f"{task} {each.outcome} {each.steps} {each.digest}\n".encode())
    return SelfTest(len(pairs), len(all_templates()), combined.hexdigest()[:16], GOLDEN)


def requests() -> Iterator[Request]:
    """Return the attempts of the self-test for builds without Python."""
    for task, plan in _attempts():
        (played,) = WORLD.play([task], [plan])
        expected = [(played.steps, played.digest)]
        yield Request(WORLD.name, task.level.for_engine(), [plan], expected)


def _attempts() -> list[tuple[RopeTask, Action]]:
    return [
        (template.task(index), action_of(template.layout.solution))
        for template in all_templates().values()
        for index in (DESIGNED, FIRST_VARIATION)
    ]
