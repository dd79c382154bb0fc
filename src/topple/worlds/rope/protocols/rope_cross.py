"""Rope: variations of layouts not seen in training."""

from __future__ import annotations

from functools import cache, partial

from topple.tasks.protocol import Protocol
from topple.worlds.folds import FOLDS, split_across
from topple.worlds.rope.world import WORLD

PROTOCOL = Protocol(
    "rope-cross",
    "Rope: variations of layouts not seen in training, 5 folds.",
    "rope",
    tuple(FOLDS),
    cache(partial(split_across, WORLD, "rope-cross")),
    version=2,
    attempts=10,
    about="Every fold holds out a fifth of the layouts of every pack.",
)
