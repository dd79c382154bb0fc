"""What the ladder asks about in birds: pigs, blocks and birds, after shots.

Where things come to rest is left out: the game ends with the last pig, while much still moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from topple.draw.look import Recording
from topple.prompting.description import Description
from topple.tasks.task import Task
from topple.worlds.birds.models.description import CLOSE_UP
from topple.worlds.birds.things.names import PLATFORM
from topple.worlds.birds.visible import view
from topple.worlds.birds.world import own_task
from topple.worlds.ladder.part import Ladder, Thing, keep_unique


def things(recording: Recording) -> Sequence[Thing]:
    """Return all that is seen at the start."""
    seen = view(own_task(recording.task).level).things
    names = keep_unique([_name(thing.kind) for thing in seen])
    return [
        Thing(thing.id, name, free=thing.kind != PLATFORM)
        for thing, name in zip(seen, names, strict=True)
    ]


def _name(kind: str) -> str:
    """Return what a person calls a thing; blocks of one kind are many, and have no name."""
    what, _, colour = kind.partition("_")
    return {"pig": "the pig", "bird": f"the {colour} bird"}.get(what, "")


def without(task: Task, thing: Thing) -> Task | None:
    """Return a task without a block or a platform; None for a bird or a pig."""
    own, place = own_task(task), thing.body - 1  # bodies are numbered from 1
    standing = own.level.things
    if place >= len(standing) or standing[place].role == "pig":
        return None
    return replace(own, level=replace(own.level, things=standing[:place] + standing[place + 1 :]))


def words(told: Description, task: Task, acts: bool) -> Description:
    """Return the words for a question with one picture: the part around the pigs is not shown."""
    return replace(told, setting=told.setting.replace(CLOSE_UP, ""))


LADDER = Ladder(
    words=words,
    things=things,
    until="before the last pig is gone or, after the last shot, everything is at rest",
    noun="thing",
    seconds=60.0,
    acts=True,
    holds="The thing marked X lies on one of the others. On which one?",
    paired=True,
    leaves_out=("rest",),
    without=without,
)
