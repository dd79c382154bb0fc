"""I-PHYRE: variations of games not seen in training."""

from __future__ import annotations

from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import stable_shuffle
from topple.worlds.iphyre.games import GROUPS
from topple.worlds.iphyre.protocols._iphyre import games, variations

_FOLDS = 5


def _split(fold: int) -> Split:
    held: set[str] = set()
    for group in GROUPS:
        names = stable_shuffle([template.name for template in games(group)], "iphyre-cross")
        held |= set(names[fold::_FOLDS])
    train = [name for each in games() if each.name not in held for name in variations(each)]
    test = [name for each in games() if each.name in held for name in variations(each)]
    return Split(tuple(train), (), tuple(test))


PROTOCOL = Protocol(
    "iphyre-cross",
    "I-PHYRE: variations of games not seen in training, 5 folds.",
    "iphyre",
    tuple(range(_FOLDS)),
    _split,
    version=2,
    attempts=10,
    about="Every fold holds out two games of each of the four groups.",
)
