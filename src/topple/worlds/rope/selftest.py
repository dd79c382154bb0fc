"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

from topple.tasks.attempt import Action
from topple.worlds.rope.calls import action_of
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.template import DESIGNED, FIRST_VARIATION
from topple.worlds.rope.world import WORLD, all_templates
from topple.worlds.selftests import Attempts

# Changes only when a layout, a variation, the rules or the engine change the outcome of a plan.
GOLDEN = "ba39fa7a662776ea"


def _attempts() -> list[tuple[RopeTask, Action]]:
    """Return every layout's solution, as designed and on a variation."""
    return [
        (template.task(index), action_of(template.layout.solution))
        for template in all_templates().values()
        for index in (DESIGNED, FIRST_VARIATION)
    ]


_TEST = Attempts(WORLD, GOLDEN, _attempts, lambda task: task.level.for_engine())
self_test, requests = _TEST.self_test, _TEST.requests
