"""Shared code of I-PHYRE's protocols."""

from __future__ import annotations

from collections.abc import Iterable

from topple.worlds.iphyre.template import GameTemplate
from topple.worlds.iphyre.world import WORLD, all_templates


def games(*groups: str) -> list[GameTemplate]:
    """Return the games of some groups, or all of them, in the original's order."""
    return [each for each in all_templates().values() if not groups or each.group in groups]


def ids(templates: Iterable[GameTemplate], index: int, *, certified: bool = True) -> list[str]:
    """Return one task of each game; with `certified`, only those that protocols may use."""
    return [
        str(WORLD.id_of(template, index))
        for template in templates
        if not certified or index in WORLD.served(template)
    ]
