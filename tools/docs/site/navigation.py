"""The navigation of the site, from the files that exist."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_FIRST = ("guides/getting_started.md", "guides/evaluate_an_agent.md", "guides/evaluate_a_model.md")


def tree(docs: Path, generated: Sequence[str]) -> list[Any]:
    """Return the navigation; folders are in alphabetical order, but for the first guides."""
    return [
        {"Home": "README.md"},
        {"Guides": [*_FIRST, *(each for each in _pages(docs, "guides") if each not in _FIRST)]},
        {"Worlds": _under("worlds", docs, generated)},
        {"Protocols": _under("protocols", docs, generated)},
        {"Galleries": ["gallery.md", *_under("gallery", docs, generated)]},
        {"Concepts": _pages(docs, "concepts")},
        {
            "Results": [
                *_pages(docs, "results"),
                "results/speed.md",
                {"Leaderboard": "leaderboard.md"},
            ]
        },
        {"Reference": _under("reference", docs, generated)},
        {"Citations": "citations.md"},
    ]


def _pages(docs: Path, folder: str) -> list[str]:
    return sorted(f"{folder}/{path.name}" for path in (docs / folder).glob("*.md"))


def _under(folder: str, docs: Path, generated: Sequence[str]) -> list[dict[str, str]]:
    """Return the pages of a folder, written or generated, by their names."""
    own = [each for each in generated if each.startswith(f"{folder}/")]
    return _named(sorted({*own, *_pages(docs, folder)}))


def _named(paths: Sequence[str]) -> list[dict[str, str]]:
    return [{re.sub(r"^.*/|\.md$", "", path): path} for path in paths]
