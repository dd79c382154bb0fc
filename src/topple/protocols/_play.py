"""Free play: every certified task of a world, for people who try this and that."""

from __future__ import annotations

from functools import partial

from topple.tasks.protocol import Protocol, Split
from topple.worlds import world as find_world
from topple.worlds import world_names

PREFIX = "play-"


def names() -> list[str]:
    """Return the names of these protocols, one per world."""
    return [f"{PREFIX}{name}" for name in world_names()]


def free_play(name: str) -> Protocol:
    """Return the protocol `play-WORLD`."""
    own = find_world(name.removeprefix(PREFIX))
    return Protocol(
        name,
        f"Free play of {own.name}: any certified task.",
        own.name,
        (0,),
        partial(_split, own.name),
    )


def _split(world: str, fold: int) -> Split:
    own = find_world(world)
    tasks = (
        str(own.id_of(template, index))
        for template in own.templates().values()
        for index in own.served(template)
    )
    return Split((), (), tuple(tasks))
