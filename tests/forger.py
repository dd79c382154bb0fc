"""Changes a submission as a forger would, and makes claims and hashes fit again."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from topple.submissions.claim import claim

Rows = list[dict[str, Any]]


class Forger:
    """Changes a submission, and makes claims and hashes fit again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (self.run,) = (folder / "runs").iterdir()

    def json(self, name: str) -> Any:
        return json.loads((self.run / name).read_text())

    def set(self, name: str, data: Any) -> None:
        (self.run / name).write_text(json.dumps(data))

    def packed(self, name: str) -> str:
        return gzip.decompress((self.run / f"{name}.gz").read_bytes()).decode()

    def pack(self, name: str, text: str) -> None:
        (self.run / f"{name}.gz").write_bytes(gzip.compress(text.encode()))

    @property
    def rows(self) -> Rows:
        return [json.loads(line) for line in self.packed("attempts.jsonl").splitlines()]

    def set_rows(self, rows: Rows) -> None:
        """Write attempts, and everything that follows from them."""
        self.pack("attempts.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
        told = json.loads(self.packed("tasks.json"))
        for fold, own in told.items():
            for task, row in own.items():
                made = [r for r in rows if (str(r["fold"]), r["task"]) == (fold, task)]
                row[1] = len(made)
        self.pack("tasks.json", json.dumps(told))
        self.set("finished.json", {**self.json("finished.json"), "attempts": len(rows)})
        self.claim()

    def claim(self) -> None:
        """Claim what the forged attempts give, where they still load."""
        place = self.folder.parent / "loaded"
        shutil.copytree(self.run, place)
        (place / "attempts.jsonl").write_text(self.packed("attempts.jsonl"))
        try:
            self.set("claim.json", claim(place))
        except Exception:
            pass  # the forgery does not load
        finally:
            shutil.rmtree(place)

    def card(self, **changed: Any) -> None:
        path = self.folder / "card.toml"
        lines = [
            f"{line.split(' = ')[0]} = {json.dumps(changed[line.split(' = ')[0]])}"
            if line.split(" = ")[0] in changed
            else line
            for line in path.read_text().splitlines()
        ]
        path.write_text("\n".join(lines) + "\n")

    def each_row(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Change every attempt in the file, and nothing that follows from it."""
        rows = self.rows
        for row in rows:
            change(row)
        self.pack("attempts.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text in a file of the run, once."""
        packed = (self.run / f"{name}.gz").exists()
        text = self.packed(name) if packed else (self.run / name).read_text()
        assert old in text
        changed = text.replace(old, new, 1)
        if packed:
            self.pack(name, changed)
        else:
            (self.run / name).write_text(changed)
