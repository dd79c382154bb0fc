"""Search for plans that solve a task, and measure them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action
from topple.tasks.draw import generator
from topple.worlds.iphyre.action_space import action_of, plan_of
from topple.worlds.iphyre.level import SECONDS
from topple.worlds.iphyre.simulate import simulate
from topple.worlds.iphyre.task import IPhyreTask

TOLERANCES = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds
_SHIFTS = 20  # plans per tolerance
_NEAR = 40  # plans near each known one
_SPREAD = 0.3  # seconds
_DIGITS = 2  # decimals of the seconds in a plan


def solving(
    task: IPhyreTask, plans: Sequence[Action], threads: int | None = None
) -> NDArray[np.bool_]:
    """Return which plans solve a task."""
    plays = simulate(task.level, [task.removals(plan) for plan in plans], threads=threads)
    return np.array([play.solved for play in plays], bool)


def random_plans(task: IPhyreTask, count: int) -> list[Action]:
    """Draw plans that depend on the task alone."""
    rng = generator("iphyre plans", task)
    return [task.actions.sample(rng) for _ in range(count)]


def near_plans(task: IPhyreTask, known: Sequence[Action]) -> list[Action]:
    """Draw plans near those that solve other tasks of the game; the plans themselves come first."""
    rng = generator("iphyre near", task)
    drawn = [task.actions.near(plan, rng, _SPREAD) for plan in known for _ in range(_NEAR)]
    return [*known, *drawn]


def tolerance(task: IPhyreTask, plan: Action, threads: int | None = None) -> float:
    """Return by how many seconds all times of a plan may be off.

    For each of some tolerances, 20 plans are drawn whose times are shifted at random by up to as
    much. The result is the largest tolerance at which all 20 solve the task.
    """
    best = 0.0
    for most in TOLERANCES:
        if not solving(task, _shift(task, plan, most), threads).all():
            break
        best = most
    return best


def at_once(task: IPhyreTask) -> Action:
    """Return the plan that removes all blocks before the first step."""
    return action_of((number, 0.0) for number in range(task.actions.blocks))


def tidy(plan: Action) -> Action:
    """Return a plan in order of time, without the blocks that stay."""
    removed = [entry for entry in plan_of(plan) if entry[1] >= 0]
    return action_of((n, round(t, _DIGITS)) for n, t in sorted(removed, key=lambda e: e[1]))


def _shift(task: IPhyreTask, plan: Action, most: float) -> list[Action]:
    rng = generator("iphyre tolerance", task, most)
    entries = plan_of(plan)
    shifts = rng.uniform(-most, most, (_SHIFTS, len(entries)))
    return [
        action_of(
            (number, float(np.clip(seconds + shift, 0.0, SECONDS)))
            for (number, seconds), shift in zip(entries, row, strict=True)
        )
        for row in shifts.tolist()
    ]
