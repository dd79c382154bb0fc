"""What the protocols of `ladder` and of `counterfactual` share: items of one file per world."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import Stratum
from topple.worlds.ladder.find import find_item, items_of, version_of, worlds_with_items
from topple.worlds.ladder.rows import TEST, TRAIN, YES_OR_NO, Kind

_UNCOUNTED = frozenset({Outcome.FAILED})
_TRIES = 10  # requests per item
_ORDER = 2  # in the first one, a limit took some answers more often than others


class Asked(NamedTuple):
    """Items of the same file in all worlds that have one."""

    name: str
    file: str
    caption: str
    about: str


def _split(name: str, file: str, fold: int) -> Split:
    return Split(tuple(items_of(name, TRAIN, file)), (), tuple(items_of(name, TEST, file)))


def _stratum(name: str) -> Stratum:
    """Return the kind of an item as its template and group.

    So a limit takes all kinds alike, and all answers of each.
    """
    item = find_item(name)
    # Only letters are counted over all kinds; yes and no are numbers too.
    asked = item.kind if item.kind in (Kind.POINT, *YES_OR_NO) else ""
    return Stratum(item.kind, group=item.kind, kind=f"{asked} {item.row.answer}", key=name)


def _protocol(name: str, asked: Asked) -> Protocol:
    return Protocol(
        f"{asked.name}-{name}",
        asked.caption.format(name),
        name,
        (0,),
        partial(_split, name, asked.file),
        version=version_of(name, asked.file),
        attempts=1,
        most_tries=_TRIES,
        uncounted=_UNCOUNTED,
        metric="ladder",
        about=asked.about,
        for_models=True,
        stratum=_stratum,
        asks="questions",
        order=_ORDER,
    )


def protocols(asked: Asked) -> dict[str, Protocol]:
    """Return a protocol per world that has these items, under the names of constants."""
    return {
        f"{asked.name}_{name}".upper(): _protocol(name, asked)
        for name in worlds_with_items(asked.file)
    }
