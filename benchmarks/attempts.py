"""Attempts for the benchmarks: valid random actions on tasks of every template."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from topple.worlds import phyre
from topple.worlds.phyre import TIERS, PhyreTask, shipped_templates

_DRAWS = 2000
_TASKS = 5  # tasks of a portion with many attempts at each


@dataclass(frozen=True)
class Portion:
    """Attempts of one tier: one action per task."""

    tasks: tuple[PhyreTask, ...]
    actions: NDArray[np.float64]

    @property
    def tier(self) -> str:
        return self.tasks[0].tier.name

    def __len__(self) -> int:
        return len(self.tasks)

    def head(self, count: int) -> Portion:
        return Portion(self.tasks[:count], self.actions[:count])

    def anew(self) -> Portion:
        """Return the portion with tasks that have no record of earlier attempts."""
        copies = {id(task): replace(task) for task in self.tasks}
        for copy in copies.values():
            _ = copy.native  # built here, as the original loads its tasks before
        return Portion(tuple(copies[id(task)] for task in self.tasks), self.actions)

    def chunks(self, size: int) -> Iterator[Portion]:
        for i in range(0, len(self), size):
            yield Portion(self.tasks[i : i + size], self.actions[i : i + size])


def draw(tasks_each: int, actions_each: int) -> list[Portion]:
    """Return portions; each has one action for `tasks_each` tasks of every template of a tier."""
    drawn = {tier: _tier(tier, tasks_each, actions_each) for tier in TIERS}
    return [drawn[tier][k] for k in range(actions_each) for tier in TIERS]


def draw_many(attempts_each: int) -> list[Portion]:
    """Return portions of a few tasks, one per template, with many attempts at each."""
    return [
        _many(
            [t.task(t.shipped[0]) for t in shipped_templates(tier)[i : i + _TASKS]], attempts_each
        )
        for i in range(0, len(shipped_templates("ball")), _TASKS)
        for tier in TIERS
    ]


def _many(tasks: Sequence[PhyreTask], attempts_each: int) -> Portion:
    table = [_valid(task, attempts_each, seed) for seed, task in enumerate(tasks, start=1)]
    repeated = tuple(task for task in tasks for _ in range(attempts_each))
    return Portion(repeated, np.concatenate(table))


def joined(portions: Sequence[Portion], tier: str) -> Portion:
    """Join the portions of one tier."""
    chosen = [portion for portion in portions if portion.tier == tier]
    tasks = tuple(task for portion in chosen for task in portion.tasks)
    return Portion(tasks, np.concatenate([portion.actions for portion in chosen]))


def _tier(tier: str, tasks_each: int, actions_each: int) -> list[Portion]:
    templates = shipped_templates(tier)
    # Template after template, so that the head of a portion has every template once.
    tasks = tuple(
        t.task(t.shipped[i * len(t.shipped) // tasks_each])
        for i in range(tasks_each)
        for t in templates
    )
    table = np.stack(
        [_valid(task, actions_each, seed) for seed, task in enumerate(tasks, start=1)], axis=1
    )
    return [Portion(tasks, actions) for actions in table]


def _valid(task: PhyreTask, count: int, seed: int) -> NDArray[np.float64]:
    actions = task.tier.action_set(_DRAWS, seed)
    valid: NDArray[np.float64] = actions[phyre.validate(task, actions) == 0]
    if len(valid) < count:
        raise SystemExit(f"error: {task} has only {len(valid)} valid actions in {_DRAWS}")
    return valid[:count]
