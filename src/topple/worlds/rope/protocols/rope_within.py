"""Rope: new variations of layouts seen in training."""

from __future__ import annotations

from functools import cache, partial

from topple.tasks.protocol import Protocol
from topple.worlds.folds import FOLDS, split_within
from topple.worlds.rope.world import WORLD

PROTOCOL = Protocol(
    "rope-within",
    "Rope: new variations of layouts seen in training, 5 folds.",
    "rope",
    tuple(FOLDS),
    cache(partial(split_within, WORLD, "rope-within")),
    version=2,
    attempts=10,
    about="Every fold holds out a fifth of the variations of every layout.",
)
