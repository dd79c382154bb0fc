"""Question sets by name, items by their ids, and what players say to them."""

from __future__ import annotations

import re
import threading
from functools import cache

from topple.errors import BadInput
from topple.physiq.builder import Settings
from topple.physiq.items import VERSION, Item, Kind, Mode
from topple.physiq.placers import Answer
from topple.physiq.players import PLAYERS, player
from topple.physiq.sets import question_set

SETS = {f"physiq-{kind}": kind for kind in Kind}

_ID = re.compile(
    r"(?P<set>physiq-\w+)@(?P<version>\d{1,9})/(?P<mode>[a-z]+)"
    r"(-(?P<shots>\d)shot-(?P<frames>\d)frame)?/.+"
)
# What takes seconds to make is made once, however many threads ask for it.
_LOCK = threading.RLock()


def items_of(kind: Kind, settings: Settings) -> dict[str, Item]:
    """Give the items of a set by their ids, made once."""
    with _LOCK:
        return _items(kind, settings)


def find_item(name: str) -> Item:
    """Find an item by its id."""
    kind, settings = set_of(name)
    found = items_of(kind, settings)
    if name not in found:
        raise BadInput(f"no item `{name[:120]}`", f"`topple export physiq-{kind}` writes all")
    return found[name]


def answer_item(who: str, name: str, attempt: int, seed: int) -> str:
    """Say what a player answers to an item at an attempt from 1."""
    kind, settings = set_of(name)
    with _LOCK:
        answer = _player(who, kind, settings, seed)
    return answer(find_item(name), attempt)


def who_answers(kind: Kind) -> list[str]:
    """Name the players that answer a set."""
    return [name for name, each in PLAYERS.items() if kind in each.kinds]


def set_of(name: str) -> tuple[Kind, Settings]:
    """Say of which set an item is, and how it is asked, by its id."""
    match = _ID.fullmatch(name)
    if match is None or match["set"] not in SETS or match["mode"] not in set(Mode):
        raise BadInput(f"`{name[:120]}` is no item's id")
    if int(match["version"]) != VERSION:
        raise BadInput(
            f"`{name[:120]}` is of version {match['version']}; here is version {VERSION}",
            "use the version of Topple that made it",
        )
    shots, frames = int(match["shots"] or 0), int(match["frames"] or 1)
    return SETS[match["set"]], Settings(Mode(match["mode"]), shots, frames)


@cache
def _items(kind: Kind, settings: Settings) -> dict[str, Item]:
    return {item.id: item for item in question_set(kind, settings)}


@cache
def _player(who: str, kind: Kind, settings: Settings, seed: int) -> Answer:
    found = player(who)
    if kind not in found.kinds:
        raise BadInput(
            f"`{who}` does not answer `{kind}`",
            f"ask one that does: {', '.join(who_answers(kind))}",
        )
    return found.make(list(items_of(kind, settings).values()), seed)
