"""What can be played: worlds, their templates from easy to hard, and their tasks."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from topple.draw import png
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.web import films
from topple.worlds import all_worlds, film, parts, world
from topple.worlds.world import World

LEVELS = ("easy", "medium", "hard")
_PICTURE = 360  # pixels


@dataclass(frozen=True, slots=True)
class Choice:
    """A template that can be played: its group, its caption, its tasks, and how hard they are."""

    name: str
    group: str
    caption: str
    tasks: tuple[str, ...]
    level: str = ""


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


@lru_cache(maxsize=64)
def path(name: str) -> tuple[Choice, ...]:
    """Return the templates of a world from easy to hard, by what certificates know of a task.

    A third each is easy, medium and hard.
    """
    own = world(name)
    found = choices(own)
    found.sort(key=lambda each: (-parts.ease(own, films.find(each.tasks[0])), each.name))
    return tuple(
        replace(each, level=LEVELS[len(LEVELS) * place // len(found)])
        for place, each in enumerate(found)
    )


def following(name: str, template: str, solved: Set[str]) -> str:
    """Return the next level of a world: of another template, the next harder one not solved."""
    found = path(name)
    names = [each.name for each in found]
    place = names.index(template) + 1 if template in names else 0
    rest = [*found[place:], *found[:place]]
    return next((each for each in rest if not solved & set(each.tasks)), rest[0]).tasks[0]


def daily(day: date) -> str:
    """Return the level of a day, the same for everybody."""
    levels = [task for own in playable() for each in path(own.name) for task in each.tasks]
    return random.Random(f"daily {day.isoformat()}").choice(levels)


def stars(attempts: int) -> str:
    """Return three stars for a task that was solved at once, and fewer for more attempts."""
    count = 3 if attempts == 1 else 2 if attempts <= 3 else 1
    return "★" * count + "☆" * (3 - count)


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
