"""The line at the end of a page of results that says which versions of worlds were played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tools.docs.played import RUNS
from topple.runs.folder import FINISHED, read_settings
from topple.worlds import world

LINE = re.compile(r"\n\*Played in ([^*]+)\.\*\n\Z")
_VERSION = re.compile(r"(\w+) version (\d+)")
_COMMAND = re.compile(r"topple eval ([a-z0-9-]+)")


def stamped(text: str, path: Path) -> str:
    """Return a page with the versions of the runs that its commands name.

    A world without such runs has the version that the page at `path` had before.
    """
    before = LINE.search(path.read_text()) if path.exists() else None
    found = dict(_VERSION.findall(before[1])) if before else {}
    found |= _played(RUNS / name for name in _COMMAND.findall(text))
    if not found:
        return text
    listed = ", ".join(_said(name, version) for name, version in sorted(found.items()))
    return f"{text}\n*Played in {listed}.*\n"


def _said(name: str, version: str) -> str:
    """Write the version of a world, with today's if that is another one."""
    today = str(world(name).version)
    return f"{name} version {version}" + (f" (today {today})" if version != today else "")


def _played(folders: Iterable[Path]) -> dict[str, str]:
    """Return the version of each world of finished runs by its name."""
    runs = {run.parent for folder in folders for run in folder.glob(f"*/{FINISHED}")}
    worlds = (read_settings(run)["world"] for run in runs)
    return {each["name"]: str(each["version"]) for each in worlds}
