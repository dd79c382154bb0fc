"""A quick test that this build of the simulator gives the expected bits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from topple.tasks.selftest import Request, SelfTest
from topple.worlds.kinetix.level import WALLS
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.template import HandMade, all_templates
from topple.worlds.kinetix.to_native import tables_of
from topple.worlds.kinetix.world import WORLD

ACTIONS_PER_TASK = 4

# Changes only when a level, the rules or the simulator change the outcome of an attempt.
GOLDEN = "b6aedd3a56ceb452"


def self_test(threads: int | None = None) -> SelfTest:
    """Play a few actions on every hand-made level; combine all final states."""
    tasks = _tasks()
    pairs = [(task, action) for task in tasks for action in _actions(task)]
    played = WORLD.play([task for task, _ in pairs], [action for _, action in pairs], threads)
    combined = hashlib.sha256()
    for (task, _), each in zip(pairs, played, strict=True):
        combined.update(f"{task} {each.outcome} {each.steps} {each.digest}\n".encode())
    return SelfTest(len(pairs), len(tasks), combined.hexdigest()[:16], GOLDEN)


def requests() -> Iterator[Request]:
    """Return the attempts of the self-test for builds without Python."""
    for task in _tasks():
        actions = _actions(task)
        played = WORLD.play([task] * len(actions), actions)
        tables = {name: rows.tolist() for name, rows in tables_of(task.level).items()}
        yield Request(
            WORLD.name,
            {"polygons": WALLS + len(task.level.polygons), **tables},
            [task.actions.full(action).tolist() for action in actions],
            [(each.steps, each.digest) for each in played],
        )


def _tasks() -> list[KinetixTask]:
    return [t.task(0) for t in all_templates().values() if isinstance(t, HandMade)]


def _actions(task: KinetixTask) -> list[tuple[float, ...]]:
    return [tuple(action) for action in task.actions.candidates(ACTIONS_PER_TASK).tolist()]
