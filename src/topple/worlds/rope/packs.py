"""The packs: named levels that stay as they are, 88 in the five packs of DeepPHY's sizes.

A sixth pack has levels with pulleys, which DeepPHY leaves out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from topple.worlds.rope.layout import PACKS

FILE = Path(__file__).with_name("packs.toml")
PUBLISHED = PACKS[:5]  # the packs that have a counterpart in DeepPHY


@cache
def all_packs() -> Mapping[str, tuple[str, ...]]:
    """Return the ids of the tasks of every pack, in the order in which they are played."""
    data = tomllib.loads(FILE.read_text())
    return {pack: tuple(data[pack]) for pack in PACKS}


def levels(*packs: str) -> list[str]:
    """Return the ids of the tasks of some packs, or of all."""
    return [name for pack in packs or PACKS for name in all_packs()[pack]]
