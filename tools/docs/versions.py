"""The line at the end of a page of results that says which versions of worlds were played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tools.docs.played import RUNS
from topple.runs.folder import FINISHED, read_settings

LINE = re.compile(r"\n\*Played in ([^*]+)\.\*\n\Z")
_COMMAND = re.compile(r"topple eval ([a-z0-9-]+)")


def stamped(text: str, path: Path) -> str:
    """Return a page with the versions of the runs that its commands name.

    Without such runs, the versions are those that the page at `path` had before.
    """
    found = _played(RUNS / name for name in _COMMAND.findall(text))
    before = LINE.search(path.read_text()) if path.exists() else None
    if not found:
        return text + (before[0] if before else "")
    return f"{text}\n*Played in {', '.join(f'{name} version {v}' for name, v in found)}.*\n"


def _played(folders: Iterable[Path]) -> list[tuple[str, int]]:
    """Return name and version of each world of finished runs."""
    runs = {run.parent for folder in folders for run in folder.glob(f"*/{FINISHED}")}
    worlds = (read_settings(run)["world"] for run in runs)
    return sorted({(each["name"], each["version"]) for each in worlds})
