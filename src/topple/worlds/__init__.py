"""Worlds: the rules of each game, one folder each."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from functools import cache

from topple.draw.film import STRIDE, Film
from topple.errors import BadInput, UnknownName
from topple.tasks.discover import plugin_names, plugins
from topple.tasks.task import Task
from topple.worlds.world import World

__all__ = ["World", "all_worlds", "film", "find_task", "world", "world_names"]

_GROUP = "topple.worlds"


def world(name: str) -> World:
    """Find a world by name: a folder here, or one from another package."""
    if name in _folders():
        found: object = importlib.import_module(f"{__name__}.{name}.world").WORLD
    else:
        found = next((each for other, each in plugins(_GROUP) if other == name), None)
    if found is None:
        raise UnknownName("world", name, known=world_names(), see="topple list")
    if not isinstance(found, World):
        raise BadInput(f"entry point `{name}` of `{_GROUP}` is not a World")
    return found


def world_names() -> list[str]:
    """Return the names of all worlds without loading them."""
    return [*_folders(), *plugin_names(_GROUP)]


def all_worlds() -> Iterator[World]:
    """Load every world."""
    return (world(name) for name in world_names())


def find_task(text: str) -> Task:
    """Find a task of any world by its id, or by the id an original gave it."""
    name, slash, _ = text.partition("/")
    if slash and name in world_names():
        own, template = world(name), text.partition("/")[2]
        if template in own.templates():
            raise _no_index(own, template)
        return own.task(text)
    complaints = []
    for each in all_worlds():
        try:
            return each.task(text)
        except BadInput as error:  # not an id of this world
            complaints.append(error)
    template = text.partition(":")[0].partition("@")[0]
    homes = [each for each in all_worlds() if template in each.templates()]
    if len(homes) == 1 and ":" in text:
        return homes[0].task(f"{homes[0].name}/{text}")
    if homes:
        raise _no_index(homes[0], template)
    raise complaints[0]


def _no_index(own: World, template: str) -> BadInput:
    served = own.served(own.templates()[template])
    name = f"{own.name}/{template}"
    hint = f"add a number: `{name}:{served[0]}`; " if served else ""
    return BadInput(
        f"`{template}` is a template, not a task", f"{hint}`topple list {name}` shows its tasks"
    )


def film(task: Task, action: Sequence[float] | None, stride: int = STRIDE) -> Film:
    """Play an action, or wait, and film every `stride`-th step."""
    from topple.worlds import parts

    return Film(parts.look(world(task.id.world)).record(task, action, stride))


@cache
def _folders() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
