"""Transcripts of models beside a report: where they are, and what of them it speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from topple.tasks.attempt import Attempt


def anchor(attempt: Attempt) -> str:
    """Name the place of an attempt on a page of transcripts."""
    return f"{attempt.fold}:{attempt.task}/{attempt.number}"


def beside(report: Path, folders: Sequence[Path]) -> dict[Path, str]:
    """Name a page of transcripts for each run folder, after the report and the folder."""
    found: dict[Path, str] = {}
    for folder in folders:
        name = f"{report.stem}-{folder.resolve().name}"
        taken = sum(each.startswith(f"{name}.") for each in found.values())
        found[folder] = f"{name}.{taken + 1}.html" if taken else f"{name}.html"
    return found


@dataclass(frozen=True, slots=True)
class Transcripts:
    """Pages of transcripts by run folder; `linked` gathers the tasks that a report links to."""

    pages: Mapping[Path, str]
    linked: dict[Path, set[tuple[int, str]]] = field(default_factory=dict)

    def link(self, folder: Path) -> str:
        """Give a link to the transcripts of a run, if there are any."""
        page = self.pages.get(folder)
        return f'<small><a href="{escape(page)}">transcripts</a></small>' if page else ""

    def attempt(self, folder: Path, attempt: Attempt, words: str) -> str:
        """Give words that lead to what was said at an attempt, or just the words."""
        page = self.pages.get(folder)
        if not page:
            return escape(words)
        self.linked.setdefault(folder, set()).add((attempt.fold, attempt.task))
        return f'<a href="{escape(page)}#{escape(anchor(attempt))}">{escape(words)}</a>'


NO_TRANSCRIPTS = Transcripts({})
