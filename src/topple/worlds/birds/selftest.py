"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

import json

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.to_native import native_level, rules_for
from topple.worlds.birds.world import WORLD, all_templates
from topple.worlds.selftests import Attempts, candidates

SHOTS_PER_TASK = 2
FIRST_TASK = 0

# Changes only when a template, the rules or the engine change the outcome of an attempt.
GOLDEN = "61d9a2e019e00c51"


def _attempts() -> list[tuple[Task, Action]]:
    """Return a few shots on one task of each of Phy-Q's templates."""
    tasks = [t.task(FIRST_TASK) for t in all_templates().values() if t.phyq]
    return candidates(tasks, SHOTS_PER_TASK)


def _scene(task: BirdsTask) -> dict[str, object]:
    found = json.loads(native_level(task.level, rules_for(task.level, task.rules)).json())
    return dict(found)


def _plan(task: BirdsTask, action: Action) -> object:
    return [shot.row() for shot in shots_of(action)]


_TEST = Attempts(WORLD, GOLDEN, _attempts, _scene, _plan, {"outcome_only": True})
self_test, requests = _TEST.self_test, _TEST.requests
