"""Twins of pool tasks: mirrored, other balls, other models of impacts."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.own import own
from topple.worlds.pool.goals import Condition, Pots, Stops
from topple.worlds.pool.shot import action_of, shots_of
from topple.worlds.pool.simulate import NEWEST
from topple.worlds.pool.table import CUE, NINE, WIDTH
from topple.worlds.pool.task import PoolTask
from topple.worlds.twins import Twin

_SIDES = {"l": "r", "r": "l"}
_OLD = "2025"  # the other set of models


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


def _reskin(task: Task) -> Task | None:
    """Play with other balls: the 9 for the 1, the 8 for the 2, and so on."""
    found = own(task, PoolTask, "a pool task")
    if not found.is_puzzle:
        return None  # rules of nine-ball, and some questions, name balls by number
    balls = tuple(sorted((_other(number), x, y) for number, x, y in found.balls))
    caption = re.sub(r"\bthe (\d)\b", lambda n: f"the {_other(int(n[1]))}", found.caption)
    goal = tuple(_number(each) for each in found.goal)
    return replace(found, balls=balls, goal=goal, caption=caption)


def _number(condition: Condition) -> Condition:
    balls = [f.name for f in fields(condition) if f.name == "ball"]  # type: ignore[arg-type]
    changed: dict[str, Any] = {name: _other(getattr(condition, name)) for name in balls}
    return replace(condition, **changed)  # type: ignore[type-var]


def _other(number: int) -> int:
    return number if number == CUE else NINE + 1 - number


def _impacts(task: Task) -> Task | None:
    found = own(task, PoolTask, "a pool task")
    if found.question or found.model != NEWEST:
        return None
    return replace(found, model=_OLD)


def _same(task: Task, action: Action) -> Action:
    return action


TWINS = {
    "mirror": Twin("left and right of the table are exchanged", _mirror, _mirrored),
    "reskin": Twin("the balls have other numbers and colours", _reskin, _same),
    "impacts": Twin("balls and cushions bounce as in pooltool 0.4.4", _impacts, _same),
}
