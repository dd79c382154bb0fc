"""Store results: one JSON file per machine, and a page that shows them all."""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from topple import __version__, _native
from topple.processor import processor_name

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "results"
PAGE = FOLDER / "results.md"

Row = Sequence[str]


def machine() -> str:
    """Return a one-line description of the machine."""
    return f"{processor_name()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def save(section: str, summary: str, rows: Sequence[Row], notes: Sequence[str]) -> Path:
    """Store a section (header row first) for this machine and rewrite the page."""
    path = RESULTS / (re.sub(r"[^a-z0-9]+", "-", machine().lower()).strip("-") + ".json")
    known: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    known["machine"] = machine()
    known.setdefault("sections", {})[section] = {
        "summary": summary,
        "command": _command(),
        "date": datetime.now(UTC).date().isoformat(),
        "versions": versions(),
        "rows": rows,
        "notes": notes,
    }
    RESULTS.mkdir(exist_ok=True)
    path.write_text(json.dumps(known, indent=1) + "\n")
    PAGE.write_text("\n".join(_page()) + "\n")
    return path


def _command() -> str:
    """Return the command that was run, without the places of this machine."""
    words = [Path(word).name if Path(word).is_absolute() else word for word in sys.argv[1:]]
    return shlex.join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *words])


def versions() -> dict[str, str]:
    """Return the versions that were measured."""
    return {
        "topple": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "compiler": _native.compiler,
        "flags": _native.flags,
    }


def table(rows: Sequence[Row]) -> str:
    """Format rows for a terminal: first column left, the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        first = f"{row[0]:<{widths[0]}}"
        rest = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([first, *rest]))
    return "\n".join(lines)


def _page() -> Iterable[str]:
    yield "# Benchmark results"
    yield ""
    yield "Written by the commands below."
    for path in sorted(RESULTS.glob("*.json")):
        known = json.loads(path.read_text())
        yield from ("", f"## {known['machine']}")
        for name, section in sorted(known["sections"].items()):
            yield from ("", f"### {name}", "", section["summary"], "")
            title, *rows = section["rows"]
            yield "| " + " | ".join(title) + " |"
            yield "| --- |" + " ---: |" * (len(title) - 1)
            yield from ("| " + " | ".join(row) + " |" for row in rows)
            yield ""
            yield from (f"- {note}" for note in section["notes"])
            about = ", ".join(f"{key} {value}" for key, value in section["versions"].items())
            yield f"- `{section['command']}`, {section['date']}, {about}"
