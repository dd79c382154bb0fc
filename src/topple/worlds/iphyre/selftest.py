"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.template import FAITHFUL, FIRST_VARIATION, PUBLISHED
from topple.worlds.iphyre.world import WORLD, all_templates
from topple.worlds.selftests import Attempts, candidates

_INDICES = (PUBLISHED, FAITHFUL, FIRST_VARIATION)

# Changes only when a game, a variation, the rules or the engine change the outcome of a plan.
GOLDEN = "40a86af4016179a4"


def _attempts() -> list[tuple[Task, Action]]:
    """Return one plan on three tasks of every game."""
    return candidates([t.task(i) for t in all_templates().values() for i in _INDICES], 1)


_TEST = Attempts(
    WORLD, GOLDEN, _attempts, lambda task: task.level.for_engine(), IPhyreTask.removals
)
self_test, requests = _TEST.self_test, _TEST.requests
