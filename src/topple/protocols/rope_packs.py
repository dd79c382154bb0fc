"""Rope: the 88 levels of five packs, one attempt each."""

from __future__ import annotations

from functools import cache

from topple.protocols._rope import layouts, variations
from topple.tasks.protocol import Protocol, Split
from topple.worlds.rope.packs import PUBLISHED, levels


@cache
def _split(fold: int) -> Split:
    test = levels(*PUBLISHED)
    train = [
        name for each in layouts(*PUBLISHED) for name in variations(each) if name not in set(test)
    ]
    return Split(tuple(train), (), tuple(test))


PROTOCOL = Protocol(
    "rope-packs",
    "Rope: the 88 levels of five packs, one attempt each.",
    "rope",
    (0,),
    _split,
    attempts=1,
    most_tries=10,
    metric="fed",
    about="The packs have the sizes and the elements of those in DeepPHY's rope game; the levels "
    "are our own. Training tasks are variations that are in no pack.",
)
