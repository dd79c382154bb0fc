"""Select tasks of a world by name: the only place that knows what names mean.

| name | selects |
| --- | --- |
| `off_the_ledge:3`, `phyre/off_the_ledge@1:003`, `00002:003` | a task |
| `off_the_ledge:0-9` | the tasks with these indices |
| `off_the_ledge`, `phyre/off_the_ledge`, `00002` | the certified tasks of a template |
| `ball`, `phyre/ball` | those of a group |
| `phyre` | those of the world |
| `level.json`, `template.py:3` | the task in a file |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from topple.errors import BadInput
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds import guests, levels
from topple.worlds.world import World

Names: TypeAlias = str | Task | Sequence[str | Task]
_RANGE = re.compile(r"(?P<template>.+):(?P<first>\d{1,9})-(?P<last>\d{1,9})")
_MOST = 1_000_000  # tasks of a range


def select(world: World, names: Names | None = None) -> list[str | Task]:
    """Return the tasks that names select, in order; without names, all certified ones.

    They are ids, because building thousands of tasks takes seconds. Tasks that were given as such,
    and those in files, are returned as they are.
    """
    if names is None:
        names = world.name
    if isinstance(names, str | Task) or not isinstance(names, Iterable):
        names = [names]
    found = [task for name in names for task in _selected(world, name)]
    if not found:
        raise BadInput("no tasks are selected", f"`topple list {world.name}` shows what there is")
    return found


def templates_named(world: World, name: str) -> list[Template]:
    """Return the templates that a name selects: of the world, of a group, or one of them."""
    if name == world.name:
        return list(world.templates().values())
    own = name.removeprefix(f"{world.name}/")
    group = [template for template in world.templates().values() if template.group == own]
    return group or [world.template(own)]


def _selected(world: World, name: object) -> list[str | Task]:
    if isinstance(name, Task):
        return [name]
    if not isinstance(name, str):
        raise BadInput(f"{name!r:.40} is not a task", "give an id, a template or a group")
    if levels.is_level_file(name) or guests.task_reference(name):
        return [world.task(name)]
    if match := _RANGE.fullmatch(name):
        return _range(world, match["template"], int(match["first"]), int(match["last"]))
    if ":" in name:
        text = name if "/" in name or _is_number(world, name) else f"{world.name}/{name}"
        return [str(world.task(text).id)]
    found = [
        str(world.id_of(template, index))
        for template in templates_named(world, name)
        for index in world.served(template)
    ]
    if not found:
        raise BadInput(f"`{name}` has no certified tasks", "name tasks one by one")
    return list(found)


def _range(world: World, name: str, first: int, last: int) -> list[str | Task]:
    if not first <= last < first + _MOST:
        raise BadInput(
            f"`{name}:{first}-{last}` is no range of tasks", "give the smaller one first"
        )
    (template,) = templates_named(world, name)
    return [str(world.task(str(world.id_of(template, i))).id) for i in range(first, last + 1)]


def _is_number(world: World, name: str) -> bool:
    """Return whether a task is named by the number of an original."""
    return bool(world.numbered and re.fullmatch(world.numbered, name.partition(":")[0]))
