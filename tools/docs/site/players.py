"""A page with a player for every film of the galleries."""

from __future__ import annotations

from pathlib import Path

from tools.docs.gallery import page_of
from topple.draw import STRIDE, player
from topple.worlds import all_worlds, parts


def write(folder: Path) -> None:
    """Film the same solutions as the galleries, under the names of their pictures."""
    for world in all_worlds():
        if not parts.has(world, "look"):
            continue
        page = page_of(world)
        (folder / page.folder).mkdir(parents=True, exist_ok=True)
        for template in world.templates().values():
            path = folder / f"{page.folder}{template.name}.html"
            player.save(page.film(template, STRIDE), path)
