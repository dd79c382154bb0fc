"""Twins of rope tasks: mirrored, and the items of each kind numbered from the other end."""

from __future__ import annotations

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


def _mirror(task: Task) -> Task:
    found = own(task, RopeTask, "a rope task")
    level = found.level
    lists = {f.name: getattr(level, f.name) for f in fields(Level)}
    items: dict[str, Any] = {
        name: tuple(_item(item) for item in (value[::-1] if name in _NAMED else value))
        for name, value in lists.items()
        if isinstance(value, tuple)
    }
    return replace(found, level=replace(level, mouth=_item(level.mouth), **items))


def _item(item: Any) -> Any:
    """Mirror one thing of a level: its places and its directions."""
    names = [field.name for field in fields(item)]
    places = {n: SIZE - getattr(item, n) for n in _PLACES if n in names}
    directions = {n: -getattr(item, n) for n in _DIRECTIONS if n in names}
    return replace(item, **places, **directions)


def _mirrored(task: Task, action: Action) -> Action:
    level = own(task, RopeTask, "a rope task").level

    def renumbered(entry: Any) -> Any:
        name = ITEMS.get(entry.call.verb)
        if name is None or not entry.call.id:
            return entry
        number = len(getattr(level, name)) + 1 - entry.call.id
        return entry._replace(call=entry.call._replace(id=number))

    return action_of(renumbered(entry) for entry in plan_of(action))


TWINS = {"mirror": Twin("left and right are exchanged, items renumbered", _mirror, _mirrored)}
