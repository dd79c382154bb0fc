"""What the ladder asks about in birds: pigs, blocks and birds, after a shot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from topple.draw.look import Recording
from topple.worlds.birds.things.names import PLATFORM
from topple.worlds.birds.visible import view
from topple.worlds.birds.world import own_task
from topple.worlds.ladder.part import Ladder, Thing


def things(recording: Recording) -> Sequence[Thing]:
    """Return all that is seen at the start."""
    seen = view(own_task(recording.task).level).things
    names = [_name(thing.kind) for thing in seen]
    count = Counter(names)
    return [
        Thing(thing.id, name if count[name] == 1 else "", free=thing.kind != PLATFORM)
        for thing, name in zip(seen, names, strict=True)
    ]


def _name(kind: str) -> str:
    """Return what a person calls a thing; blocks of one kind are many, and have no name."""
    what, _, colour = kind.partition("_")
    return {"pig": "the pig", "bird": f"the {colour} bird"}.get(what, "")


LADDER = Ladder(
    things=things,
    until="before everything is at rest again",
    noun="thing",
    seconds=60.0,
    acts=True,
    holds="The thing marked X lies on one of the others. On which one?",
)
