"""I-PHYRE: variations of games not seen in training."""

from __future__ import annotations

from functools import partial

from topple.tasks.protocol import Protocol
from topple.worlds.folds import FOLDS, split_across
from topple.worlds.iphyre.world import WORLD

PROTOCOL = Protocol(
    "iphyre-cross",
    "I-PHYRE: variations of games not seen in training, 5 folds.",
    "iphyre",
    tuple(FOLDS),
    partial(split_across, WORLD, "iphyre-cross"),
    version=2,
    attempts=10,
    about="Every fold holds out two games of each of the four groups.",
)
