"""The learning curve: a file with one JSON line per report."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

CURVE = "training.jsonl"


class Curve:
    """Appends losses and other measures to the file in a folder."""

    def __init__(self, folder: Path, update: int) -> None:
        """Open it; lines after the update to continue from are dropped, as they come again."""
        self._path = folder / CURVE
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        kept = [line for line in lines if _update_of(line) <= update]
        if len(kept) < len(lines):
            self._path.write_text("".join(f"{line}\n" for line in kept))

    def add(self, row: Mapping[str, float | None]) -> None:
        """Write a line, six digits per number."""
        short = {k: None if v is None else float(f"{v:.6g}") for k, v in row.items()}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a") as file:
            file.write(json.dumps(short) + "\n")


def _update_of(line: str) -> float:
    try:
        return float(json.loads(line)["update"])
    except (ValueError, KeyError, TypeError):
        return float("inf")  # a line cut short by a kill
