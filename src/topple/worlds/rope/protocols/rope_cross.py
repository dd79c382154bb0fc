"""Rope: variations of layouts not seen in training."""

from __future__ import annotations

from functools import cache

from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import stable_shuffle
from topple.worlds.rope.layout import PACKS
from topple.worlds.rope.protocols._rope import layouts, variations

_FOLDS = 5


@cache
def _split(fold: int) -> Split:
    held: set[str] = set()
    for pack in PACKS:
        names = stable_shuffle([template.name for template in layouts(pack)], "rope-cross")
        held |= set(names[fold::_FOLDS])
    train = [name for each in layouts() if each.name not in held for name in variations(each)]
    test = [name for each in layouts() if each.name in held for name in variations(each)]
    return Split(tuple(train), (), tuple(test))


PROTOCOL = Protocol(
    "rope-cross",
    "Rope: variations of layouts not seen in training, 5 folds.",
    "rope",
    tuple(range(_FOLDS)),
    _split,
    version=2,
    attempts=10,
    about="Every fold holds out a fifth of the layouts of every pack.",
)
