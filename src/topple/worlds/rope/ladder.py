"""What the ladder asks about in rope: the candy, what it meets, and what it hangs from.

Where it comes to rest is left out: a candy on a rope swings on for long. What halves meet is left
out, too: they join, and then one drawing is both.
"""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw.look import Recording
from topple.worlds.ladder.part import Ladder, Thing, keep_unique
from topple.worlds.rope.level import Level
from topple.worlds.rope.look.scene import scene
from topple.worlds.rope.world import own_task

_WORDS = {
    "candy": "candy",
    "star": "star",
    "cushion": "air cushion",
    "pin": "pin",
    "active": "pin with a circle around it",
    "bubble": "bubble",
    "hat": "hat",
}


def _keys(level: Level) -> list[str]:
    """Return the keys of the drawings that are asked about, candies first."""
    kinds = {
        "star": level.stars,
        "cushion": level.cushions,
        "pin": level.pins,
        "active": level.active_pins,
        "bubble": level.bubbles,
        "hat": level.hats,
    }
    later = [f"{kind} {i}" for kind, own in kinds.items() for i in range(1, len(own) + 1)]
    return [*(f"candy {i}" for i in range(len(level.candies))), "creature", *later]


def things(recording: Recording) -> Sequence[Thing]:
    """Return the candies, the creature, and all that does not move."""
    level = own_task(recording.task).level
    keys, drawn = _keys(level), scene(level)
    names = keep_unique([f"the {_WORDS.get(key.partition(' ')[0], key)}" for key in keys])
    return [
        Thing(drawn.body(key), name, free=key.startswith("candy") and len(level.candies) == 1)
        for key, name in zip(keys, names, strict=True)
    ]


def held(recording: Recording, found: Sequence[Thing]) -> Sequence[tuple[int, int]]:
    """Return each candy that hangs from one pin alone, with that pin."""
    level = own_task(recording.task).level
    keys = _keys(level)
    pairs = []
    for candy in range(len(level.candies)):
        own = [i for i, pin in enumerate(level.pins, 1) for r in pin.ropes if r.candy == candy + 1]
        if len(own) == 1 and not level.pulleys and not level.active_pins:
            pairs.append((keys.index(f"candy {candy}"), keys.index(f"pin {own[0]}")))
    return pairs


LADDER = Ladder(
    things=things,
    until="within 8 seconds and before the game ends",
    noun="thing",
    seconds=8.0,
    acts=True,
    holds="The candy marked X hangs on a rope from one of the others. From which one?",
    held=held,
    paired=True,
    labelled=True,
    decorated=True,
    leaves_out=("rest",),
)
