"""Select tasks and templates by name: the only place that knows what names mean.

| name | selects |
| --- | --- |
| `off_the_ledge:3`, `phyre/off_the_ledge@1:003`, `00002:003` | a task |
| `off_the_ledge:0-9` | the tasks with these indices |
| `off_the_ledge`, `phyre/off_the_ledge`, `00002` | the certified tasks of a template |
| `ball`, `phyre/ball` | those of a group |
| `phyre` | those of the world |
| `level.json`, `template.py:3`, `template.py:0-9` | the tasks of a file |
| `tasks.json` | the tasks that a file lists, such as one that `topple season serve` wrote |
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from topple.errors import BadInput, UnknownName
from topple.tasks.task import Task, TaskId
from topple.tasks.template import Template
from topple.worlds import guests, levels, twins
from topple.worlds.registry import all_worlds, world, world_names
from topple.worlds.world import World

Names: TypeAlias = str | Task | Sequence[str | Task]
_RANGE = re.compile(r"(?P<template>.+):(?P<first>\d{1,9})-(?P<last>\d{1,9})")
_MOST = 1_000_000  # tasks of a range


def select(own: World, names: Names | None = None) -> list[str | Task]:
    """Return the tasks that names select, in order; without names, all certified ones.

    They are ids, because building thousands of tasks takes seconds. Tasks that were given as such,
    and those in files, are returned as they are.
    """
    if names is None:
        names = own.name
    if isinstance(names, str | Task) or not isinstance(names, Iterable):
        names = [names]
    found = [task for name in names for task in _select(own, name)]
    if not found:
        raise BadInput("no tasks are selected", f"`topple list {own.name}` shows what there is")
    return found


def select_templates(own: World, name: str) -> list[Template]:
    """Return the templates that a name selects: those of the world or of a group, or one."""
    if name == own.name:
        return list(own.templates().values())
    short = _shorten(own, name)
    group = [template for template in own.templates().values() if template.group == short]
    try:
        return group or [own.template(short)]
    except UnknownName as error:
        known = [*own.groups(), *own.known_templates()]
        kind = f"{own.grouped_by} or template"
        raise UnknownName(kind, short, known, f"topple list {own.name}") from error


def find_task(text: str, rules: Mapping[str, object] | None = None) -> Task:
    """Find a task of any world: by its id, by an original's id, or by the file of its template.

    A level file is a task too: see `worlds.levels`. `rules` changes some of its world's rules.
    """
    found = _find_task(text)
    return world(found.id.world, rules).apply_rules(found) if rules else found


def find_template(text: str) -> Template:
    """Find a template of any world: `phyre/off_the_ledge`, `file.py` or `module:name`."""
    own = find_world(text)
    return own.template(_shorten(own, text))


def find_world(name: str) -> World:
    """Return the world whose task, template or group a name means."""
    if levels.is_level_file(name):
        return world(levels.load_level(name, all_worlds()).id.world)
    if reference := _file_of(name):
        return _first_with(reference)
    first, slash, _ = name.partition("/")
    if slash and first not in world_names():
        with suppress(BadInput):
            return world(read_id(name).world)
    if slash or first in world_names():
        return world(first)
    template = first.partition(":")[0].partition("@")[0]
    homes = [own for own in all_worlds() if _has(own, template)]
    if len(homes) > 1:
        there = " and ".join(own.name for own in homes)
        raise BadInput(f"`{template}` is in {there}", f"write {homes[0].name}/{template}")
    if not homes:
        templates = [each for own in all_worlds() for each in own.known_templates()]
        known = [*world_names(), *templates]
        raise UnknownName("world or template", template, known, "topple list")
    return homes[0]


@lru_cache(maxsize=65536)
def read_id(text: str) -> TaskId:
    """Read the id of a task of any world."""
    try:
        return TaskId.parse(text)
    except BadInput:
        for own in all_worlds():
            with suppress(BadInput):
                return own.parse(text)
        raise


def _select(own: World, name: object) -> list[str | Task]:
    if isinstance(name, Task):
        return [name]
    if not isinstance(name, str):
        raise BadInput(f"{name!r:.40} is not a task", "give an id, a template or a group")
    if (listed := _read_list(name)) is not None:
        return [task for each in listed for task in _select(own, each)]
    if levels.is_level_file(name) or guests.task_reference(name):
        return [own.task(name)]
    if match := _RANGE.fullmatch(name):
        return _range(own, match["template"], int(match["first"]), int(match["last"]))
    if ":" in name:
        return [_find_id(own, _id(own, name))]
    found = [
        str(own.id_of(template, index))
        for template in select_templates(own, name)
        for index in own.served(template)
    ]
    if not found:
        raise BadInput(f"`{name}` has no certified tasks", "name tasks one by one")
    return list(found)


def _range(own: World, name: str, first: int, last: int) -> list[str | Task]:
    if not first <= last < first + _MOST:
        raise BadInput(
            f"`{name}:{first}-{last}` is no range of tasks", "give the smaller one first"
        )
    template = own.template(_shorten(own, name.partition("@")[0]))
    return [_find_id(own, str(own.id_of(template, i))) for i in range(first, last + 1)]


def _find_id(own: World, name: str) -> str:
    """Return the full id of a task that exists; a certified one need not be built to know that."""
    if "/" not in name:
        return str(own.task(name))
    wanted = TaskId.parse(name)
    template = own.templates().get(wanted.template)
    if template and (wanted.world, wanted.twin) == (own.name, ""):
        known = wanted.index in own.served(template)
        if known and wanted.version in (0, template.version):
            return str(own.id_of(template, wanted.index))
    return str(own.task(name))


def _read_list(name: str) -> list[str] | None:
    """Return the ids in a file of tasks; None if the name is not that of such a file."""
    if not name.endswith(".json"):
        return None
    try:
        tasks = json.loads(Path(name).read_bytes())["tasks"]
        return [str(TaskId.parse(each)) for each in tasks]
    except (OSError, ValueError, KeyError, TypeError):
        return None  # a level, or a file that cannot be read: `levels` says why


def _find_task(text: str) -> Task:
    if levels.is_level_file(text):
        return levels.load_level(text, all_worlds())
    own = find_world(text)
    if ":" not in text:
        raise _no_index(own, text)
    if _RANGE.fullmatch(text):
        raise BadInput(f"`{text[:80]}` names several tasks", "give one number")
    return own.task(_id(own, text))


def _no_index(own: World, name: str) -> BadInput:
    """Return the error that answers a template where a task is wanted."""
    template, *others = select_templates(own, name)
    if others:
        return BadInput(f"`{name}` names several tasks", f"`topple list {own.name}` shows them")
    served, full = own.served(template), f"{own.name}/{template.name}"
    hint = f"add a number: `{full}:{served[0]}`; " if served else ""
    said = f"`{template.name}` is a template, not a task"
    return BadInput(said, f"{hint}`topple list {full}` shows its tasks")


def _first_with(reference: str) -> World:
    """Return the first world that takes the template of a file or module."""
    complaints = []
    for own in all_worlds():
        try:
            own.template(reference)
        except BadInput as error:  # not of this world
            complaints.append(error)
        else:
            return own
    raise complaints[0]


def _file_of(name: str) -> str:
    """Return the file or module of the template that a name means; "" if it names neither."""
    if guests.is_reference(name):
        return name
    if task := guests.task_reference(name):
        return task[0]
    match = _RANGE.fullmatch(name)
    return match["template"] if match and guests.is_reference(match["template"]) else ""


def _has(own: World, name: str) -> bool:
    """Return whether a world has a template or a group of this name."""
    return name in own.known_templates() or name in own.groups() or _is_number(own, name)


def _is_number(own: World, name: str) -> bool:
    """Return whether a name is written like the number that an original gave a template."""
    return bool(own.numbered and re.fullmatch(own.numbered, name))


def _id(own: World, name: str) -> str:
    """Return the name of a task with its world; numbers of an original and files stay."""
    alone = "/" not in name and not _is_number(own, name.partition(":")[0])
    return f"{own.name}/{name}" if alone and not _file_of(name) else name


def _shorten(own: World, name: str) -> str:
    """Return the name of a template or a group without its world."""
    return name.removeprefix(f"{own.name}/")


def certified_twins(names: Sequence[str], tasks: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the certified twins of tasks."""
    found = []
    for task in tasks:
        home = world(TaskId.parse(task).world)
        named = (f"{task}~{name}" for name in names)
        found += [twin for twin in named if twins.certificate(home, twin) is not None]
    return tuple(found)
