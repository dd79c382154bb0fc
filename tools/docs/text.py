"""Text of pages: Markdown beside the module that fills it in."""

from __future__ import annotations

from pathlib import Path


def fill(module: str, **parts: object) -> str:
    """Return the text of a page, which is `NAME.md` beside `NAME.py`, with its parts filled in."""
    return Path(module).with_suffix(".md").read_text().format(**parts)
