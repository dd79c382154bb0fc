"""Shared code of rope's protocols."""

from __future__ import annotations

from functools import cache

from topple.tasks.protocol import Split
from topple.worlds.folds import variations
from topple.worlds.rope.packs import PUBLISHED, levels
from topple.worlds.rope.template import LayoutTemplate
from topple.worlds.rope.world import WORLD, all_templates


def layouts(*packs: str) -> list[LayoutTemplate]:
    """Return the layouts of some packs, or of all."""
    return [each for each in all_templates().values() if not packs or each.group in packs]


@cache
def packs_split(fold: int) -> Split:
    """Return the levels of the five packs as the test; variations in no pack are for training."""
    test = levels(*PUBLISHED)
    train = [name for name in variations(WORLD, layouts(*PUBLISHED)) if name not in set(test)]
    return Split(tuple(train), (), tuple(test))
