"""Twins of rope tasks: mirrored, renumbered, or moved sideways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.own import own
from topple.worlds.rope.calls import ITEMS, action_of, plan_of
from topple.worlds.rope.level import SIZE, Level
from topple.worlds.rope.task import RopeTask
from topple.worlds.twins import Twin

_PLACES, _DIRECTIONS = ("x", "x1", "x2"), ("dx", "nx")
_NAMED = set(ITEMS.values())  # lists whose items calls name by number
_STEP = 3.0  # units of a shift; the board is 100 wide


def _mirror(task: Task) -> Task:
    return _with(task, _renumber(_each(_level(task), _across)))


def _reskin(task: Task) -> Task:
    return _with(task, _renumber(_level(task)))


def _shift(task: Task) -> Task | None:
    """Move everything to the right or, where there is no room, to the left."""
    level = _level(task)
    things = [thing for name in _lists(level) for thing in getattr(level, name)]
    places = [x for thing in (*things, level.mouth) for x in _places(thing).values()]
    steps = (dx for dx in (_STEP, -_STEP) if min(places) + dx >= 0 and max(places) + dx <= SIZE)
    dx = next(steps, None)
    if dx is None:
        return None
    return _with(task, _each(level, lambda thing: _move(thing, dx)))


def _renumber(level: Level) -> Level:
    """Number the items of each kind from the other end."""
    lists: dict[str, Any] = {name: getattr(level, name)[::-1] for name in _NAMED}
    return replace(level, **lists)


def _each(level: Level, change: Callable[[Any], Any]) -> Level:
    lists: dict[str, Any] = {
        name: tuple(change(thing) for thing in getattr(level, name)) for name in _lists(level)
    }
    return replace(level, mouth=change(level.mouth), **lists)


def _lists(level: Level) -> list[str]:
    names = [field.name for field in fields(Level)]
    return [name for name in names if isinstance(getattr(level, name), tuple)]


def _places(thing: Any) -> dict[str, float]:
    names = [field.name for field in fields(thing)]
    return {name: getattr(thing, name) for name in _PLACES if name in names}


def _across(thing: Any) -> Any:
    """Mirror one thing of a level: its places and its directions."""
    names = [field.name for field in fields(thing)]
    places = {name: SIZE - x for name, x in _places(thing).items()}
    directions = {name: -getattr(thing, name) for name in _DIRECTIONS if name in names}
    return replace(thing, **places, **directions)


def _move(thing: Any, dx: float) -> Any:
    return replace(thing, **{name: x + dx for name, x in _places(thing).items()})


def _renumbered(task: Task, action: Action) -> Action:
    level = _level(task)

    def renumbered(entry: Any) -> Any:
        name = ITEMS.get(entry.call.verb)
        if name is None or not entry.call.id:
            return entry
        number = len(getattr(level, name)) + 1 - entry.call.id
        return entry._replace(call=entry.call._replace(id=number))

    return action_of(renumbered(entry) for entry in plan_of(action))


def _level(task: Task) -> Level:
    return own(task, RopeTask, "a rope task").level


def _with(task: Task, level: Level) -> Task:
    return replace(own(task, RopeTask, "a rope task"), level=level)


TWINS = {
    "mirror": Twin("left and right are exchanged, items renumbered", _mirror, _renumbered),
    "reskin": Twin("items of each kind are numbered from the other end", _reskin, _renumbered),
    "shift": Twin("everything is 3 units further aside", _shift, lambda task, action: action),
}
