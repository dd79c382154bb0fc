"""How far a verification has come, kept outside the submission, so that nobody can submit it."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from topple import __version__
from topple.errors import BadInput
from topple.submissions.faults import Fault, Kind


@dataclass(slots=True)
class Progress:
    """Attempts that were played again, by run, and the faults found so far."""

    path: Path
    done: dict[str, int] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)

    @classmethod
    def of(cls, mark: str) -> Progress:
        """Load the progress on a submission, named by its hash; empty if there is none."""
        found = cls(_folder() / f"{mark}-{__version__}.json")
        with suppress(OSError, ValueError, KeyError, TypeError):
            data = json.loads(found.path.read_bytes())
            found.done = {str(name): int(count) for name, count in data["done"].items()}
            found.faults = {
                name: [Fault(Kind(row["kind"]), row["where"], row["what"]) for row in rows]
                for name, rows in data["faults"].items()
            }
        return found

    def save(self) -> None:
        """Write the progress, as a whole or not at all."""
        rows = {name: [each.facts() for each in own] for name, own in self.faults.items()}
        part = self.path.with_suffix(f".{os.getpid()}.part")
        part.write_text(json.dumps({"done": self.done, "faults": rows}))
        part.replace(self.path)

    def forget(self) -> None:
        """Remove the file of a verification that has ended."""
        self.path.unlink(missing_ok=True)


def _folder() -> Path:
    """Return a folder in the system's temporary folder that only this user can write."""
    path = Path(tempfile.gettempdir()) / f"topple-verify-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    if path.is_symlink() or found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise BadInput(f"{path} can be written by others", "remove it, or set TMPDIR")
    return path
