"""What can be played: worlds, their templates and their tasks."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from topple.draw import png
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.web import films
from topple.worlds import all_worlds, film, parts
from topple.worlds.world import World

_PICTURE = 360  # pixels


@dataclass(frozen=True, slots=True)
class Choice:
    """A template that can be played: its group, its caption and its tasks."""

    name: str
    group: str
    caption: str
    tasks: tuple[str, ...]


def playable() -> list[World]:
    """Return the worlds that people can play."""
    return [each for each in all_worlds() if parts.has(each, "player")]


def choices(own: World) -> list[Choice]:
    """Return the templates of a world that have certified tasks."""
    found = [choice(own, template) for template in own.templates().values()]
    return [each for each in found if each.tasks]


def choice(own: World, template: Template) -> Choice:
    """Return a template with the ids of its certified tasks."""
    tasks = tuple(str(own.id_of(template, index)) for index in own.served(template))
    return Choice(template.name, template.group, template.caption, tasks)


def example(own: World) -> str:
    """Return the task that shows a world best."""
    if own.example:
        return str(own.task(own.example))
    return choices(own)[0].tasks[0]


def beside(tasks: Sequence[str], task: str) -> tuple[str, str]:
    """Return the next task of a list, from the last to the first, and a random other one."""
    place = tasks.index(task) if task in tasks else -1
    others = [each for each in tasks if each != task] or [task]
    return tasks[(place + 1) % len(tasks)], secrets.choice(others)


@lru_cache(maxsize=512)
def picture(name: str) -> bytes:
    """Draw a task before any action as a PNG file."""
    task: Task = films.find(name)
    return png.encode(film(task, None).picture(0, _PICTURE))
