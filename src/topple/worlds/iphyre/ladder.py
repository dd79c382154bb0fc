"""What the ladder asks about in I-PHYRE: balls, and blocks of three kinds.

Where things come to rest is left out: most fall out of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from topple.draw.look import Recording
from topple.tasks.task import Task
from topple.worlds.iphyre.level import SECONDS, SIZE
from topple.worlds.iphyre.look.bodies import places
from topple.worlds.iphyre.world import own_task
from topple.worlds.ladder.part import Ladder, Thing, keep_unique

_COLOURS = {"fixed": "black", "moving": "blue"}


def things(recording: Recording) -> Sequence[Thing]:
    """Return blocks and balls; fixed blocks are the fixed spots, in their order."""
    level = own_task(recording.task).level
    fixed = [i for i, block in enumerate(level.blocks) if block.kind == "fixed"]
    names = {
        i: f"the grey block with the number {level.eliminable.index(i)}"
        if block.kind == "eliminable"
        else f"the {_COLOURS[block.kind]} block"
        for i, block in enumerate(level.blocks)
    }
    names |= {len(level.blocks) + i: "the red ball" for i in range(len(level.balls))}
    return [
        Thing(fixed.index(i) if i in fixed else i, name, free=i in level.moving, fixed=i in fixed)
        for i, name in zip(names, keep_unique([*names.values()]), strict=True)
    ]


def without(task: Task, thing: Thing) -> Task | None:
    """Return a task without a black block; None for all else, and where objects are tied."""
    own = own_task(task)
    level = own.level
    if not thing.fixed or level.links or level.springs:
        return None
    gone = [i for i, block in enumerate(level.blocks) if block.kind == "fixed"][thing.body]
    return replace(own, level=replace(level, blocks=level.blocks[:gone] + level.blocks[gone + 1 :]))


def numbers(task: Task) -> Sequence[tuple[float, float]]:
    """Return where the numbers of grey blocks are drawn; the drawing's y points up."""
    return [(x, SIZE - y) for x, y in places(own_task(task).level)]


LADDER = Ladder(
    things=things,
    until=f"within {SECONDS} seconds and before the last ball has fallen",
    noun="thing",
    seconds=SECONDS,
    acts=True,
    numbers=numbers,
    holds="The thing marked X lies on one of the others. On which one?",
    top=SIZE,
    leaves_out=("rest",),
    without=without,
)
