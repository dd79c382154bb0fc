"""Rope: new variations of layouts seen in training."""

from __future__ import annotations

from functools import cache

from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import stable_shuffle
from topple.worlds.rope.protocols._rope import layouts, variations

_FOLDS = 5


@cache
def _split(fold: int) -> Split:
    train: list[str] = []
    test: list[str] = []
    for template in layouts():
        names = stable_shuffle(variations(template), "rope-within")
        held = set(names[fold::_FOLDS])
        test += sorted(held)
        train += sorted(set(names) - held)
    return Split(tuple(train), (), tuple(test))


PROTOCOL = Protocol(
    "rope-within",
    "Rope: new variations of layouts seen in training, 5 folds.",
    "rope",
    tuple(range(_FOLDS)),
    _split,
    version=2,
    attempts=10,
    about="Every fold holds out a fifth of the variations of every layout.",
)
