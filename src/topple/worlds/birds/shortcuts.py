"""Shortcuts: ways to solve a task without the rule of its template.

A task is refused if a straight shot solves it, unless that is the rule of its scenario. A solution
is refused if the order of its shots does not matter where the plan says what comes first, if one of
its shots is enough, or if a bird kills a pig that the blocks of the plan should kill.
"""

from __future__ import annotations

from collections.abc import Sequence

from topple.worlds.birds.planner import shots_at
from topple.worlds.birds.search import solves
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS
from topple.worlds.birds.world import template

# Scenarios whose rule is more than a straight shot at a pig, or several.
_INDIRECT = frozenset(SCENARIOS) - {"single_force", "multiple_forces"}
STRAIGHT = "a straight shot solves it"
REVERSED = "its shots solve it in reversed order"
SINGLE = "one of its shots is enough"
BIRD_KILLS = "a bird kills in place of a block"


def straight(task: BirdsTask, threads: int | None = None) -> bool:
    """Return whether shooting every bird straight at one pig, on either arc, solves the task."""
    bird = task.level.birds[0]
    pigs = [thing for thing in task.level.things if thing.role == "pig"]
    shots = [shot for pig in pigs for shot in shots_at(pig.x, pig.y, bird=bird)]
    return any(solves(task, [[shot] * len(task.level.birds) for shot in shots], threads))


def past_task(task: BirdsTask, threads: int | None = None) -> str:
    """Return the shortcut that a task has whatever its solution is; "" if it has none."""
    indirect = template(task.id.template).scenario in _INDIRECT
    return STRAIGHT if indirect and straight(task, threads) else ""


def past_solution(task: BirdsTask, shots: Sequence[Shot], threads: int | None = None) -> str:
    """Return the shortcut that the shots of a solution take; "" if they follow the plan."""
    if len(shots) > 1:
        backwards, *alone = solves(task, [shots[::-1], *[[shot] for shot in shots]], threads)
        if any(alone):
            return SINGLE
        if backwards and len(set(task.plan)) > 1:
            return REVERSED
    spared = template(task.id.template).layout.spared
    return BIRD_KILLS if spared and _bird_kills(task, shots) else ""


def _bird_kills(task: BirdsTask, shots: Sequence[Shot]) -> bool:
    """Return whether a bird's hit kills a pig; bodies after the things are birds."""
    (play,) = simulate(task.level, [shots], rules=task.rules, outcome_only=True, threads=1)
    things = task.level.things  # body 0 is the ground
    return any(
        killer > len(things) and things[body - 1].role == "pig"
        for body, killer in play.killers.items()
        if 1 <= body <= len(things)
    )
