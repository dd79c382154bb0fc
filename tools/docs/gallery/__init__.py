"""The gallery: a page per world with a filmed solution of every template."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from pathlib import Path

from tools.docs.gallery.page import Page
from topple.worlds import World, all_worlds


def build(out: Path) -> str:
    """Write the pages and pictures of all worlds; return a summary of their sizes."""
    out.mkdir(parents=True, exist_ok=True)
    for world in all_worlds():
        page_of(world).write(out)
    sizes = [path.stat().st_size for path in out.rglob("*.*")]
    return f"{out}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB, the largest {max(sizes):,} bytes"


def page_of(world: World) -> Page:
    """Return the page of a world: its own if a module here has its name, or the usual one."""
    name = f"{__name__}.{world.name}"
    if find_spec(name) is None:
        return Page(world)
    found = importlib.import_module(name).PAGE
    assert isinstance(found, Page)
    return found
