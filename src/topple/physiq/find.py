"""Find question sets by name and items by id, and answer items as a player."""

from __future__ import annotations

import re
import threading
from functools import cache

from topple.errors import BadInput
from topple.physiq.items import Item, Kind, QuestionMode
from topple.physiq.players import PLAYERS, player
from topple.physiq.players.placements import Answer
from topple.physiq.sets import question_set
from topple.physiq.settings import QuestionSettings
from topple.physiq.texts import TEXTS

SETS = {f"physiq-{kind}": kind for kind in Kind}

_ID = re.compile(
    r"(?P<set>physiq-\w+)@(?P<version>\d{1,9})/(?P<mode>[a-z]+)(?P<bare>-unnumbered)?"
    r"(-(?P<shots>\d)shot-(?P<frames>\d)frame)?/.+"
)
# Sets take seconds to build; threads that ask at the same time wait for one of them to build it.
_LOCK = threading.RLock()


def items_of(kind: Kind, settings: QuestionSettings) -> dict[str, Item]:
    """Return the items of a set by their ids; they are built once."""
    with _LOCK:
        return _items(kind, settings)


def find_item(name: str) -> Item:
    """Find an item by its id."""
    kind, settings = set_of(name)
    found = items_of(kind, settings)
    if name not in found:
        raise BadInput(f"no item `{name[:120]}`", f"`topple export physiq-{kind}` writes all items")
    return found[name]


def answer_item(who: str, name: str, attempt: int, seed: int) -> str:
    """Return the answer of a player to an item; attempts are numbered from 1."""
    kind, settings = set_of(name)
    with _LOCK:
        answer = _player(who, kind, settings, seed)
    return answer(find_item(name), attempt)


def who_answers(kind: Kind) -> list[str]:
    """List the names of the players that can answer a set."""
    return [name for name, each in PLAYERS.items() if kind in each.kinds]


def set_of(name: str) -> tuple[Kind, QuestionSettings]:
    """Return the set of an item and how it is asked, by the item's id."""
    match = _ID.fullmatch(name)
    if match is None or match["set"] not in SETS or match["mode"] not in set(QuestionMode):
        raise BadInput(f"`{name[:120]}` is not the id of an item")
    version = int(match["version"])
    if version not in TEXTS:
        raise BadInput(
            f"`{name[:120]}` is of version {version}; this Topple has {', '.join(map(str, TEXTS))}",
            "use the version of Topple that made it",
        )
    shots, frames = int(match["shots"] or 0), int(match["frames"] or 1)
    mode, parameters = QuestionMode(match["mode"]), not match["bare"]
    return SETS[match["set"]], QuestionSettings(mode, shots, frames, parameters, version)


@cache
def _items(kind: Kind, settings: QuestionSettings) -> dict[str, Item]:
    return {item.id: item for item in question_set(kind, settings)}


@cache
def _player(who: str, kind: Kind, settings: QuestionSettings, seed: int) -> Answer:
    found = player(who)
    if kind not in found.kinds:
        raise BadInput(
            f"`{who}` does not answer `{kind}`",
            f"choose one of: {', '.join(who_answers(kind))}",
        )
    return found.make(list(items_of(kind, settings).values()), seed)
