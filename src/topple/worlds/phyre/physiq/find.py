"""Find question sets by name and items by id, and answer items as a player."""

from __future__ import annotations

import re
import threading
from functools import cache, partial

from topple.errors import BadInput
from topple.prompting.hint import Hint
from topple.prompting.voice import Baseline
from topple.worlds.phyre.physiq.items import Item, ItemId, Kind, QuestionMode
from topple.worlds.phyre.physiq.players import PLAYERS, player
from topple.worlds.phyre.physiq.players.placements import Answer
from topple.worlds.phyre.physiq.sets import question_set
from topple.worlds.phyre.physiq.settings import VERSION, QuestionSettings
from topple.worlds.phyre.world import template

SETS = {f"physiq-{kind}": kind for kind in Kind}

_ID = re.compile(
    r"(?P<set>physiq-\w+)@(?P<version>\d{1,9})/(?P<mode>[a-z]+)(?P<bare>-unnumbered)?"
    r"(-(?P<shots>\d)shot-(?P<frames>\d)frame)?/(?P<task>\d{5}:\d{3})(/\w+)?"
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


def read_id(text: str) -> ItemId:
    """Read the id of an item, without building the item."""
    match = _match(text)
    number, _, index = match["task"].partition(":")
    name = template(number).name
    return ItemId("phyre", name, int(match["version"]), int(index), text=text)


def answer_item(who: str, name: str, attempt: int, seed: int) -> str:
    """Return the answer of a player to an item; attempts are numbered from 1."""
    kind, settings = set_of(name)
    with _LOCK:
        answer = _player(who, kind, settings, seed)
    return answer(find_item(name), attempt)


def answering(kind: Kind) -> dict[str, Baseline]:
    """Return the players that can answer a set, by name."""
    return {name: partial(_answer, name) for name, each in PLAYERS.items() if kind in each.kinds}


def _answer(who: str, hint: Hint, seed: int) -> str:
    return answer_item(who, hint.task, hint.attempt, seed)


def set_of(name: str) -> tuple[Kind, QuestionSettings]:
    """Return the set of an item and how it is asked, by the item's id."""
    match = _match(name)
    version = int(match["version"])
    if version != VERSION:
        raise BadInput(
            f"`{name[:120]}` is of version {version}; this Topple has {VERSION}",
            "use the version of Topple that made it",
        )
    shots, frames = int(match["shots"] or 0), int(match["frames"] or 1)
    mode, parameters = QuestionMode(match["mode"]), not match["bare"]
    return SETS[match["set"]], QuestionSettings(mode, shots, frames, parameters)


def _match(name: str) -> re.Match[str]:
    match = _ID.fullmatch(name)
    known = match and match["set"] in SETS and match["mode"] in set(QuestionMode)
    if match is None or not known or not name.isascii():
        raise BadInput(f"`{name[:120]}` is not the id of an item")
    return match


@cache
def _items(kind: Kind, settings: QuestionSettings) -> dict[str, Item]:
    return {str(item): item for item in question_set(kind, settings)}


@cache
def _player(who: str, kind: Kind, settings: QuestionSettings, seed: int) -> Answer:
    found = player(who)
    if kind not in found.kinds:
        raise BadInput(
            f"`{who}` does not answer `{kind}`",
            f"choose one of: {', '.join(answering(kind))}",
        )
    return found.make(list(items_of(kind, settings).values()), seed)
