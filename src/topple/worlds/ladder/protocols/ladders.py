"""One protocol per world with items: `ladder-phyre` and so on, for models."""

from __future__ import annotations

from functools import partial

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import Stratum
from topple.worlds.ladder.find import find_item, items_of, version_of, worlds_with_items
from topple.worlds.ladder.rows import TEST, TRAIN

_UNCOUNTED = frozenset({Outcome.FAILED})
_TRIES = 10  # requests per item


def _split(name: str, fold: int) -> Split:
    return Split(tuple(items_of(name, TRAIN)), (), tuple(items_of(name, TEST)))


def _stratum(name: str) -> Stratum:
    """Return the kind of an item as its template, so that a limit takes all kinds and answers."""
    item = find_item(name)
    return Stratum(item.kind, group=item.rung, kind=str(item.row.answer), key=name)


def _protocol(name: str) -> Protocol:
    return Protocol(
        f"ladder-{name}",
        f"Questions about {name}, from seeing to planning.",
        name,
        (0,),
        partial(_split, name),
        version=version_of(name),
        attempts=1,
        most_tries=_TRIES,
        uncounted=_UNCOUNTED,
        metric="ladder",
        about="Point at a thing, name what it rests on, predict what happens, choose the action "
        "that works. Right answers are those of the simulator. They are balanced, so that words "
        "without the picture are worth nothing. Training items are about other templates.",
        for_models=True,
        stratum=_stratum,
        asks="questions",
    )


globals().update({f"LADDER_{name.upper()}": _protocol(name) for name in worlds_with_items()})
