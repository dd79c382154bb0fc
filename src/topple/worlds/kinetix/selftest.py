"""A quick test that this build of the simulator gives the expected bits."""

from __future__ import annotations

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.kinetix.level import WALLS
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.template import HandMade, all_templates
from topple.worlds.kinetix.to_native import tables_of
from topple.worlds.kinetix.world import WORLD
from topple.worlds.selftests import Attempts, candidates

ACTIONS_PER_TASK = 4

# Changes only when a level, the rules or the simulator change the outcome of an attempt.
GOLDEN = "b6aedd3a56ceb452"


def _attempts() -> list[tuple[Task, Action]]:
    """Return a few actions on every hand-made level."""
    tasks = [t.task(0) for t in all_templates().values() if isinstance(t, HandMade)]
    return candidates(tasks, ACTIONS_PER_TASK)


def _scene(task: KinetixTask) -> dict[str, object]:
    tables = {name: rows.tolist() for name, rows in tables_of(task.level).items()}
    return {"polygons": WALLS + len(task.level.polygons), **tables}


def _plan(task: KinetixTask, action: Action) -> object:
    return task.actions.full(action).tolist()


_TEST = Attempts(WORLD, GOLDEN, _attempts, _scene, _plan)
self_test, requests = _TEST.self_test, _TEST.requests
