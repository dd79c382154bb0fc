"""I-PHYRE: new variations of games seen in training."""

from __future__ import annotations

from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import stable_shuffle
from topple.worlds.iphyre.protocols._iphyre import games, variations

_FOLDS = 5


def _split(fold: int) -> Split:
    train: list[str] = []
    test: list[str] = []
    for template in games():
        names = stable_shuffle(variations(template), "iphyre-within")
        held = set(names[fold::_FOLDS])
        test += sorted(held)
        train += sorted(set(names) - held)
    return Split(tuple(train), (), tuple(test))


PROTOCOL = Protocol(
    "iphyre-within",
    "I-PHYRE: new variations of games seen in training, 5 folds.",
    "iphyre",
    tuple(range(_FOLDS)),
    _split,
    version=2,
    attempts=10,
    about="Every fold holds out a fifth of the variations of every game.",
)
