"""Find templates and tasks by what a user types: a name, or the number an original gave them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from topple.errors import UnknownName
from topple.tasks.task import TaskId


class Template(Protocol):
    """What is asked of a template to find it."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...


T = TypeVar("T", bound=Template)


def find_template(
    world: str, name: str, known: Mapping[str, T], numbers: Callable[[T], tuple[str, ...]]
) -> T:
    """Find a template by its name or by one of its numbers; one without a number has an empty."""
    if name in known:
        return known[name]
    for candidate in known.values():
        if name and name in numbers(candidate):
            return candidate
    raise UnknownName(
        "template", f"{world}/{name}", [f"{world}/{n}" for n in known], f"topple list {world}"
    )


def find_task(
    world: str, text: str, template: Callable[[str], T], numbered: re.Pattern[str]
) -> tuple[T, int]:
    """Find a task's template and index by its id, or by the id its original gave it."""
    match = numbered.fullmatch(text)
    if match and text.isascii():
        return template(match[1]), int(match[2])
    wanted = TaskId.parse(text)
    if wanted.world != world:
        raise UnknownName("world", wanted.world, known=[world], see="topple list")
    found = template(wanted.template)
    if wanted.version not in (0, found.version):
        present = TaskId(world, found.name, found.version, wanted.index)
        raise UnknownName("task", text, [str(present)])
    return found, wanted.index
