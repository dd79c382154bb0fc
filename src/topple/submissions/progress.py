"""What was verified already, kept outside submissions, so that nobody can submit it.

A verification that was stopped goes on where it was. What a whole one found is kept under the hash
of the submission and of the sources of this Topple, so that a leaderboard plays a submission again
only once.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import topple
from topple.errors import BadInput
from topple.submissions.faults import Fault, Kind

_KINDS = ("agents", "metrics", "protocols", "templates", "worlds")
_SOURCES = (".py", ".so", ".json", ".toml")
# Parts of Topple that nothing imports which a verdict comes from, so that changing them keeps it.
ASIDE = ("adapters", "cli", "reports", "skeletons", "web")


@dataclass(slots=True)
class Progress:
    """Attempts that were played again, by run, and the faults found so far."""

    path: Path
    done: dict[str, int] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)

    @classmethod
    def of(cls, mark: str) -> Progress:
        """Load the progress on a submission, named by its hash; empty if there is none."""
        found = cls(_path(mark, "progress"))
        data = _load(found.path)
        with suppress(ValueError, KeyError, TypeError):
            found.done = {str(name): int(count) for name, count in data["done"].items()}
            found.faults = {
                name: [Fault(Kind(row["kind"]), row["where"], row["what"]) for row in rows]
                for name, rows in data["faults"].items()
            }
        return found

    def save(self) -> None:
        """Write the progress, as a whole or not at all."""
        rows = {name: [each.facts() for each in own] for name, own in self.faults.items()}
        _save(self.path, {"done": self.done, "faults": rows})

    def forget(self) -> None:
        """Remove the file of a verification that has ended."""
        self.path.unlink(missing_ok=True)


def kept(mark: str, what: str) -> dict[str, Any]:
    """Return what was kept about a submission, such as its verdict; empty if nothing was."""
    return _load(_path(mark, what))


def keep(mark: str, what: str, data: Mapping[str, Any]) -> None:
    """Keep something about a submission."""
    _save(_path(mark, what), data)


def _path(mark: str, what: str) -> Path:
    return _folder() / f"{mark[:32]}-{_hash_installed()}.{what}.json"


def _load(path: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError, TypeError):
        return dict(json.loads(path.read_bytes()))
    return {}


def _save(path: Path, data: Mapping[str, Any]) -> None:
    """Write a file as a whole or not at all."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(data, allow_nan=False))
    part.replace(path)


@cache
def _hash_installed() -> str:
    """Return a hash of this Topple and of the packages that add to it: of all that decides."""
    found = hashlib.sha256()
    home = Path(topple.__file__).parent
    for path in sorted(home.rglob("*")):
        own = path.relative_to(home)
        if own.parts[0] not in ASIDE and path.suffix in _SOURCES and path.is_file():
            found.update(own.as_posix().encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    for kind in _KINDS:
        for each in sorted(metadata.entry_points(group=f"topple.{kind}"), key=str):
            found.update(f"{each} {each.dist and each.dist.version}".encode())
    return found.hexdigest()[:32]


def _folder() -> Path:
    """Return a folder in the system's temporary folder that only this user can write."""
    path = Path(tempfile.gettempdir()) / f"topple-verify-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    if path.is_symlink() or found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise BadInput(f"{path} can be written by others", "remove it, or set TMPDIR")
    return path
