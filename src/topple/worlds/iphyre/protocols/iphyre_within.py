"""I-PHYRE: new variations of games seen in training."""

from __future__ import annotations

from functools import partial

from topple.tasks.protocol import Protocol
from topple.worlds.folds import FOLDS, split_within
from topple.worlds.iphyre.world import WORLD

PROTOCOL = Protocol(
    "iphyre-within",
    "I-PHYRE: new variations of games seen in training, 5 folds.",
    "iphyre",
    tuple(FOLDS),
    partial(split_within, WORLD, "iphyre-within"),
    version=2,
    attempts=10,
    about="Every fold holds out a fifth of the variations of every game.",
)
