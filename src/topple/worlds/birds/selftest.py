"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from topple.tasks.selftest import Request, SelfTest
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.to_native import native_level, rules_for
from topple.worlds.birds.world import WORLD, all_templates

SHOTS_PER_TASK = 2
FIRST_TASK = 0

# Changes only when a template, the rules or the engine change the outcome of an attempt.
GOLDEN = "51b376765e5d125c"


def self_test(threads: int | None = None) -> SelfTest:
    """Play a few shots on one task of each of Phy-Q's templates; combine all final states."""
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
        yield Request(
            WORLD.name,
            json.loads(native_level(task.level, rules_for(task.level, task.rules)).json()),
            [[shot.row() for shot in shots_of(action)] for action in actions],
            [(each.steps, each.digest) for each in played],
            {"outcome_only": True},
        )


def _tasks() -> list[BirdsTask]:
    return [t.task(FIRST_TASK) for t in all_templates().values() if t.phyq]


def _actions(task: BirdsTask) -> list[tuple[float, ...]]:
    return [tuple(action) for action in task.actions.candidates(SHOTS_PER_TASK).tolist()]
