"""What a person saw of tasks besides their own attempts: hints, solutions, attempts of others."""

from __future__ import annotations

import json
from pathlib import Path

SEEN = "seen.jsonl"


def note_seen(folder: Path, task: str, what: str) -> None:
    """Note, once, what the person of a run folder saw of a task."""
    if what not in read_seen(folder).get(task, []):
        with (folder / SEEN).open("a") as file:
            file.write(json.dumps({"task": task, "what": what}) + "\n")


def read_seen(folder: Path) -> dict[str, list[str]]:
    """Return what the person of a run folder saw, by task."""
    path, found = folder / SEEN, dict[str, list[str]]()
    for line in path.read_text().splitlines() if path.exists() else []:
        each = json.loads(line)
        found.setdefault(each["task"], []).append(each["what"])
    return found
