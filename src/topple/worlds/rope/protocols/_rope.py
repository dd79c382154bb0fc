"""Shared code of rope's protocols."""

from __future__ import annotations

from functools import cache

from topple.tasks.protocol import Split
from topple.worlds.rope.packs import PUBLISHED, levels
from topple.worlds.rope.template import FIRST_VARIATION, LayoutTemplate
from topple.worlds.rope.world import WORLD, all_templates


def layouts(*packs: str) -> list[LayoutTemplate]:
    """Return the layouts of some packs, or of all."""
    return [each for each in all_templates().values() if not packs or each.group in packs]


def variations(template: LayoutTemplate) -> list[str]:
    """Return the certified variations of a layout."""
    served = (index for index in WORLD.served(template) if index >= FIRST_VARIATION)
    return [str(WORLD.id_of(template, index)) for index in served]


@cache
def packs_split(fold: int) -> Split:
    """Return the levels of the five packs as the test; variations in no pack are for training."""
    test = levels(*PUBLISHED)
    train = [
        name for each in layouts(*PUBLISHED) for name in variations(each) if name not in set(test)
    ]
    return Split(tuple(train), (), tuple(test))
