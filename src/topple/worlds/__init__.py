"""Worlds: the rules of each game, one folder each."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import TypeVar

from topple.draw import png
from topple.draw.film import STRIDE, Film
from topple.errors import BadInput, UnknownName
from topple.tasks.discover import plugin_names, plugins
from topple.tasks.task import Task, TaskId
from topple.tasks.template import Template
from topple.worlds import guests, levels
from topple.worlds.world import World

__all__ = ["World", "all_worlds", "film", "find_task", "find_template", "world", "world_names"]

T = TypeVar("T")
_GROUP = "topple.worlds"


def world(name: str, rules: Mapping[str, object] | None = None) -> World:
    """Find a world by name: a folder here, or one from another package.

    `rules` changes some of its rules, for its tasks and whatever is played on them.
    """
    if name in _folders():
        found: object = importlib.import_module(f"{__name__}.{name}.world").WORLD
    else:
        found = next((each for other, each in plugins(_GROUP) if other == name), None)
    if found is None and name in plugin_names(_GROUP):
        raise BadInput(f"world `{name}` cannot be loaded", "its package is faulty; see the warning")
    if found is None:
        raise UnknownName("world", name, known=world_names(), see="topple list")
    if not isinstance(found, World):
        raise BadInput(f"entry point `{name}` of `{_GROUP}` is not a World")
    return found.under(rules) if rules else found


def world_names() -> list[str]:
    """Return the names of all worlds without loading them."""
    return [*_folders(), *plugin_names(_GROUP)]


def all_worlds() -> Iterator[World]:
    """Load every world; warn of those of other packages that cannot be loaded."""
    return chain(map(world, _folders()), outside_worlds())


def outside_worlds() -> Iterator[World]:
    """Load the worlds of other packages; warn of those that cannot be loaded."""
    for name, found in plugins(_GROUP):
        if isinstance(found, World):
            yield found
        else:
            warnings.warn(f"entry point `{name}` of `{_GROUP}` is not a World", stacklevel=2)


def find_task(text: str, rules: Mapping[str, object] | None = None) -> Task:
    """Find a task of any world: by its id, by an original's id, or by the file of its template.

    A level file is a task too: see `worlds.levels`. `rules` changes some of its world's rules.
    """
    found = _find_task(text)
    return world(found.id.world, rules).ruled(found) if rules else found


def _find_task(text: str) -> Task:
    if levels.is_level_file(text):
        return levels.load_level(text)
    name, slash, template = text.partition("/")
    if slash and not guests.task_reference(text):
        if name in world_names() and template in world(name).templates():
            raise _no_index(world(name), template)
        return world(TaskId.parse(text).world).task(text)
    if found := _by_template_alone(text):
        return found
    return _in_any_world(text, World.task)


def find_template(text: str) -> Template:
    """Find a template of any world: `phyre/off_the_ledge`, `file.py` or `module:name`."""
    name, slash, rest = text.partition("/")
    if slash and name in world_names():
        return world(name).template(rest)
    if not guests.is_reference(text):
        hint = "give phyre/off_the_ledge, path/to/file.py or module:name"
        raise BadInput(f"`{text[:80]}` is not a template", hint)
    return _in_any_world(text, World.template)


def _in_any_world(text: str, find: Callable[[World, str], T]) -> T:
    complaints = []
    for each in all_worlds():
        try:
            return find(each, text)
        except BadInput as error:  # not of this world
            complaints.append(error)
    raise complaints[0]


def _by_template_alone(text: str) -> Task | None:
    """Find a task by an id without its world; None if no world has such a template."""
    template = text.partition(":")[0].partition("@")[0]
    homes = [each for each in all_worlds() if template in each.templates()]
    if len(homes) == 1 and ":" in text:
        return homes[0].task(f"{homes[0].name}/{text}")
    if homes:
        raise _no_index(homes[0], template)
    return None


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

    own = world(task.id.world)
    recording = parts.look(own).record(task, action, stride)
    if recording.action is not None and not recording.reason and parts.has(own, "words"):
        moves = parts.words(own).moves(task, recording.action)
        recording = replace(recording, moves=tuple(moves))
    return Film(recording)


def draw_task(task: Task) -> bytes | None:
    """Draw a task as a PNG file; None if its world has no pictures."""
    from topple.worlds import parts

    if not parts.has(world(task.id.world), "look"):
        return None
    seen = film(task, None)
    return png.encode(seen.still(seen.recording.width))


@cache
def _folders() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
