"""Rope: the 88 levels of five packs, one attempt each."""

from __future__ import annotations

from topple.tasks.protocol import Protocol
from topple.worlds.rope.protocols._rope import packs_split

PROTOCOL = Protocol(
    "rope-packs",
    "Rope: the 88 levels of five packs, one attempt each.",
    "rope",
    (0,),
    packs_split,
    version=2,
    attempts=1,
    most_tries=10,
    metric="fed",
    about="The packs have the sizes and the elements of those in DeepPHY's rope game; the levels "
    "are our own. Training tasks are variations that are in no pack.",
)
