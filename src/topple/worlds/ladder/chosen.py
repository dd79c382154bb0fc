"""Choose the templates and tasks that items are about, in a fixed order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

from topple.tasks.splits import stable_shuffle
from topple.worlds.ladder.items import ladder_of
from topple.worlds.world import World

T = TypeVar("T")


def choose_templates(world: World, salt: str) -> list[str]:
    """Return the names of the templates that may be asked about."""
    groups = ladder_of(world.name).groups
    names = [
        name
        for name, template in world.templates().items()
        if world.served(template) and (not groups or template.group in groups)
    ]
    return stable_shuffle(names, salt)


def choose_tasks(world: World, template: str, salt: str) -> list[str]:
    """Return the names of the tasks of a template."""
    own = world.template(template)
    names = [str(world.id_of(own, index)) for index in world.served(own)]
    return stable_shuffle(names, salt)


def deal(rows: Collection[Sequence[T]]) -> Iterator[T]:
    """Yield the first of every row, then the second of those that have one, and so on."""
    for turn in range(max(map(len, rows), default=0)):
        yield from (row[turn] for row in rows if turn < len(row))
