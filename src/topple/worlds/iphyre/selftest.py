"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from topple.tasks.selftest import Request, SelfTest
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.template import FAITHFUL, FIRST_VARIATION, PUBLISHED
from topple.worlds.iphyre.world import WORLD, all_templates

_INDICES = (PUBLISHED, FAITHFUL, FIRST_VARIATION)

# Changes only when a game, a variation, the rules or the engine change the outcome of a plan.
GOLDEN = "40a86af4016179a4"


def self_test(threads: int | None = None) -> SelfTest:
    """Play one plan on three tasks of every game; combine all final states."""
    tasks = _tasks()
    plans = [_plan(task) for task in tasks]
    combined = hashlib.sha256()
    for task, each in zip(tasks, WORLD.play(tasks, plans, threads), strict=True):
        combined.update(f"{task} {each.outcome} {each.steps} {each.digest}\n".encode())
    count = len(all_templates())
    return SelfTest(len(tasks), count, combined.hexdigest()[:16], GOLDEN)


def requests() -> Iterator[Request]:
    """Return the attempts of the self-test for builds without Python."""
    for task in _tasks():
        plan = _plan(task)
        (played,) = WORLD.play([task], [plan])
        expected = [(played.steps, played.digest)]
        yield Request(WORLD.name, task.level.for_engine(), [task.removals(plan)], expected)


def _tasks() -> list[IPhyreTask]:
    return [t.task(index) for t in all_templates().values() for index in _INDICES]


def _plan(task: IPhyreTask) -> tuple[float, ...]:
    return tuple(task.actions.candidates(1)[0].tolist())
