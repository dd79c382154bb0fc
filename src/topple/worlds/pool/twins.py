"""Twins of pool tasks: mirrored across the table."""

from __future__ import annotations

from dataclasses import replace

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.own import own
from topple.worlds.pool.goals import Condition, Pots, Stops
from topple.worlds.pool.shot import action_of, shots_of
from topple.worlds.pool.table import WIDTH
from topple.worlds.pool.task import PoolTask
from topple.worlds.twins import Twin

_SIDES = {"l": "r", "r": "l"}


def _mirror(task: Task) -> Task | None:
    found = own(task, PoolTask, "a pool task")
    if found.question:
        return None  # its answer may name a side
    balls = tuple((number, WIDTH - x, y) for number, x, y in found.balls)
    return replace(found, balls=balls, goal=tuple(_condition(each) for each in found.goal))


def _condition(condition: Condition) -> Condition:
    if isinstance(condition, Pots) and condition.pocket:
        return replace(condition, pocket=_SIDES[condition.pocket[0]] + condition.pocket[1:])
    if isinstance(condition, Stops):
        return replace(condition, x=WIDTH - condition.x)
    return condition


def _mirrored(task: Task, action: Action) -> Action:
    shots = (each._replace(angle=180 - each.angle, side=-each.side) for each in shots_of(action))
    return action_of([shot.rounded() for shot in shots])


TWINS = {"mirror": Twin("left and right of the table are exchanged", _mirror, _mirrored)}
