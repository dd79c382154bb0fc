"""A page with a player for every film of the galleries."""

from __future__ import annotations

from pathlib import Path

from tools.docs.gallery import page_of
from topple.draw import player
from topple.draw.film import STRIDE
from topple.worlds import all_worlds, parts


def write(folder: Path) -> None:
    """Film the same solutions as the galleries."""
    folder.mkdir(parents=True, exist_ok=True)
    for world in all_worlds():
        if not parts.has(world, "look"):
            continue
        page = page_of(world)
        for template in world.templates().values():
            player.save(page.film(template, STRIDE), folder / f"{template.name}.html")
