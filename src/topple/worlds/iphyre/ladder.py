"""What the ladder asks about in I-PHYRE: balls, and blocks of three kinds.

Where things come to rest is left out: most fall out of the picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from topple.draw.look import Recording
from topple.worlds.iphyre.level import SECONDS
from topple.worlds.iphyre.world import own_task
from topple.worlds.ladder.part import Ladder, Thing

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
    count = Counter(names.values())
    return [
        Thing(
            fixed.index(i) if i in fixed else i,
            name if count[name] == 1 else "",
            free=i in level.moving,
            fixed=i in fixed,
        )
        for i, name in names.items()
    ]


LADDER = Ladder(
    things=things,
    until=f"within {SECONDS} seconds",
    noun="thing",
    seconds=SECONDS,
    acts=True,
    holds="The thing marked X lies on one of the others. On which one?",
    leaves_out=("rest",),
)
