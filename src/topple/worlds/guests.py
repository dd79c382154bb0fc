"""Templates from outside: by file, by module, and by entry point.

`./shelf_to_jar.py` is the template of this name in the file, `my_package.scenes:shelf_to_jar` one
in a module; `./shelf_to_jar.py:1000` is a task. Packages offer templates in the entry-point group
`topple.templates`, under names such as `phyre.shelf_to_jar`. Their certificates are in a folder
`certificates` next to them.
"""

from __future__ import annotations

import importlib
import os
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from topple.errors import BadInput
from topple.tasks.discover import load_entries, load_object
from topple.tasks.template import Template

if TYPE_CHECKING:
    from topple.worlds.world import World

_GROUP = "topple.templates"
_TEMPLATE = re.compile(
    r"(?P<place>.+\.py)(:(?P<of_file>[^\W\d]\w*))?|(?P<module>[^\W\d][\w.]*):(?P<name>[^\W\d]\w*)"
)
_TASK = re.compile(r"(?P<template>.+):(?P<index>\d{1,9})")


@dataclass(frozen=True, slots=True)
class Guest:
    """A template, the folder of its module, and what names it on the command line."""

    template: Template
    folder: Path
    reference: str


# Templates that were loaded by file or module, or that packages offer, by world and name.
_LOADED: dict[str, dict[str, Guest]] = {}
_OFFERED: dict[str, dict[str, Guest]] = {}


def is_reference(text: str) -> bool:
    """Return whether a text names a template by file or module."""
    return _TEMPLATE.fullmatch(text) is not None


def task_reference(text: str) -> tuple[str, int] | None:
    """Return the template and the index of a task that is named by file or module."""
    match = _TASK.fullmatch(text)
    if match is None or not is_reference(match["template"]):
        return None
    return match["template"], int(match["index"])


def load(text: str, world: World) -> Template:
    """Load a template of a world by file or module; from then on it is found by its name too."""
    guest = _load(text)
    _check(guest.template, world, text)
    if add(guest, world) is not guest:
        raise BadInput(f"there are two templates `{guest.template.name}`", "rename one of them")
    return guest.template


def add(guest: Guest, world: World) -> Guest:
    """Make a template known to a world; return the one that had its name before, if there is."""
    return _LOADED.setdefault(world.name, {}).setdefault(guest.template.name, guest)


def of(world: World) -> Mapping[str, Guest]:
    """Return the templates from outside that are known to a world, by name."""
    if world.name not in _OFFERED:
        _OFFERED[world.name] = _load_offered(world)
    return {**_OFFERED[world.name], **_LOADED.get(world.name, {})}


def reference(world: World, name: str) -> str:
    """Return what names a template on the command line: its file, its module or its world."""
    guest = of(world).get(name)
    return guest.reference if guest else f"{world.name}/{name}"


@contextmanager
def isolate() -> Iterator[None]:
    """Forget at the end what was loaded meanwhile by file or module."""
    before = {world: dict(found) for world, found in _LOADED.items()}
    try:
        yield
    finally:
        _LOADED.clear()
        _LOADED.update(before)


def _load(text: str) -> Guest:
    match = _TEMPLATE.fullmatch(text)
    assert match is not None, "only references are loaded"
    if not match["place"]:
        return _loaded(match["module"], match["name"])
    path = Path(match["place"])
    return _loaded(str(path.resolve()), match["of_file"] or path.stem)


@cache
def _loaded(place: str, name: str) -> Guest:
    """Load a template once; running its file again would make another one."""
    found = load_object(f"{place}:{name}")
    if not isinstance(found, Template):
        raise BadInput(
            f"`{name}` in {place} is not a template", "decorate the function with @template(...)"
        )
    named = os.path.relpath(place) if place.endswith(".py") else place
    alone = place.endswith(".py") and name == Path(place).stem
    return Guest(found, _folder(place), named if alone else f"{named}:{name}")


def _folder(place: str) -> Path:
    if place.endswith(".py"):
        return Path(place).parent
    file = importlib.import_module(place).__file__
    return Path(file or ".").parent


def _check(template: Template, world: World, text: str) -> None:
    if not type(template).__module__.startswith(f"{world.package}."):
        raise BadInput(f"`{text}` is not a template of {world.name}")
    if template.name in world.templates():
        raise BadInput(
            f"{world.name} has a template `{template.name}` already",
            "rename the function: task ids must stay unique",
        )


def _load_offered(world: World) -> dict[str, Guest]:
    """Load the templates of other packages; warn of what does not fit."""
    found: dict[str, Guest] = {}
    for entry, offered in load_entries(_GROUP):
        if not entry.name.startswith(f"{world.name}."):
            continue
        try:
            if not isinstance(offered, Template):
                raise BadInput("it is not a template")
            _check(offered, world, entry.value)
        except BadInput as error:
            warnings.warn(f"entry point `{entry.name}` of `{_GROUP}`: {error}", stacklevel=2)
            continue
        name = f"{world.name}/{offered.name}"
        found[offered.name] = Guest(offered, _folder(entry.module), name)
    return found
