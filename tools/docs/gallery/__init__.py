"""The gallery: a page per world with a filmed solution of every template."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from tools.docs.gallery.page import Page
from topple.worlds import World, world


def build(out: Path, names: Sequence[str]) -> str:
    """Write the pages and pictures of some worlds; return a summary of the sizes in the folder."""
    for name in names:
        page_of(world(name)).write(out)
    sizes = [path.stat().st_size for path in out.rglob("*.*")]
    return f"{out}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB, the largest {max(sizes):,} bytes"


def page_of(own: World) -> Page:
    """Return the page of a world: its own if a module here has its name, or the usual one."""
    name = f"{__name__}.{own.name}"
    if find_spec(name) is None:
        return Page(own)
    found = importlib.import_module(name).PAGE
    assert isinstance(found, Page)
    return found
