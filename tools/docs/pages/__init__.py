"""The pages in docs/results: `NAME.md` is the text, `NAME.py` computes the parts named in it."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path


def names() -> list[str]:
    """Return the names of all pages."""
    return [each.name for each in pkgutil.iter_modules(__path__) if each.name[0] != "_"]


def build(name: str, *, play: bool) -> str:
    """Play what is missing, if asked to, and return a page."""
    module = importlib.import_module(f"{__name__}.{name}")
    return fill(name, module.parts(play=play))


def fill(name: str, parts: dict[str, object]) -> str:
    """Return the text of a page with its parts filled in."""
    return (Path(__file__).parent / f"{name}.md").read_text().format(**parts)
