"""Links from a report to the transcripts of models, which are pages of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from topple.tasks.attempt import Attempt


def anchor(attempt: Attempt) -> str:
    """Return the name of an attempt on a page of transcripts."""
    return f"{attempt.fold}:{attempt.task}/{attempt.number}"


def page_names(report: Path, folders: Sequence[Path]) -> dict[Path, str]:
    """Name a page of transcripts for each run folder, after the report and the folder."""
    found: dict[Path, str] = {}
    for folder in folders:
        name = f"{report.stem}-{folder.resolve().name}"
        taken = sum(each.startswith(f"{name}.") for each in found.values())
        found[folder] = f"{name}.{taken + 1}.html" if taken else f"{name}.html"
    return found


@dataclass(frozen=True, slots=True)
class Transcripts:
    """Pages of transcripts by run folder; `linked` collects the tasks that a report links to."""

    pages: Mapping[Path, str]
    linked: dict[Path, set[tuple[int, str]]] = field(default_factory=dict)

    def page(self, folder: Path) -> str:
        """Return the address of a run's transcripts, empty if it has none."""
        return self.pages.get(folder, "")

    def attempt(self, folder: Path, attempt: Attempt) -> str:
        """Return the address of an attempt's transcript, empty if there is none."""
        page = self.page(folder)
        if not page:
            return ""
        self.linked.setdefault(folder, set()).add((attempt.fold, attempt.task))
        return f"{page}#{anchor(attempt)}"


NO_TRANSCRIPTS = Transcripts({})
