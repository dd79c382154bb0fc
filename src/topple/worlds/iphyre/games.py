"""The 40 games of I-PHYRE: one file each, in folders by group."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from topple.worlds.iphyre.level import Ball, Block, Level, pairs

FOLDER = Path(__file__).parent / "games"
GROUPS = ("basic", "noisy", "compositional", "multi_ball")


@dataclass(frozen=True)
class PublishedGame:
    """A game as published; `number` is its position in the original's list, None if not in it."""

    name: str
    group: str
    number: int | None
    caption: str
    level: Level


@cache
def all_games() -> Mapping[str, PublishedGame]:
    """Load every game by name, in the original's order."""
    found = [_load(path) for path in FOLDER.glob("*/*.toml")]
    return {game.name: game for game in sorted(found, key=lambda game: game.number or 0)}


def _load(path: Path) -> PublishedGame:
    data = tomllib.loads(path.read_text())
    level = Level(
        tuple(Block._make((*b["from"], *b["to"], b["kind"])) for b in data["blocks"]),
        tuple(Ball._make((*ball["at"], ball["radius"])) for ball in data["balls"]),
        pairs(data.get("links", ())),
        pairs(data.get("springs", ())),
    )
    return PublishedGame(path.stem, path.parent.name, data["number"], data["caption"], level)
