"""How runs stand, counted as their files grow.

A run of all folds has half a million attempts, and a page that stays open asks every few seconds.
So each file is read once, and after that only what was added to it. A line that cannot be read is
counted and named; it hides neither the other lines nor the other runs.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from topple.errors import BadInput
from topple.runs.folder import ATTEMPTS
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

_LONGEST = 1 << 24  # bytes of a line


@dataclass(frozen=True, slots=True)
class Standing:
    """The attempts of a run so far: how they ended, at how many tasks, and what is broken."""

    outcomes: Counter[Outcome]
    tasks: int
    broken: str


@dataclass(slots=True)
class Counted:
    """Counts the attempts of one run folder."""

    folder: Path
    _read: int = 0  # bytes
    _lines: int = 0
    _outcomes: Counter[Outcome] = field(default_factory=Counter)
    _tasks: set[tuple[int, str]] = field(default_factory=set)
    _broken: list[int] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def now(self) -> Standing:
        """Read what was added since the last time, and return how the run stands."""
        path = self.folder / ATTEMPTS
        with self._lock:
            if path.exists() and not path.is_file():
                return Standing(Counter(), 0, f"{ATTEMPTS} is not a file")
            if path.is_file():
                self._read_on(path)
            return Standing(Counter(self._outcomes), len(self._tasks), self._complaint())

    def _read_on(self, path: Path) -> None:
        if path.stat().st_size < self._read:  # another file has taken its place
            self._read = self._lines = 0
            for each in (self._outcomes, self._tasks, self._broken):
                each.clear()
        for line in lines(path, self._read):
            self._read += len(line)
            self._lines += 1
            attempt = read(line)
            if attempt is None:
                self._broken.append(self._lines)
                continue
            self._outcomes[attempt.outcome] += 1
            self._tasks.add((attempt.fold, attempt.task))

    def _complaint(self) -> str:
        if not self._broken:
            return ""
        more = f" and {len(self._broken) - 1} more" if len(self._broken) > 1 else ""
        return f"line {self._broken[0]}{more} of {ATTEMPTS} cannot be read"


def readable(folder: Path) -> Iterator[Attempt]:
    """Read the attempts of a run; leave out lines that cannot be read."""
    path = folder / ATTEMPTS
    found = map(read, lines(path)) if path.is_file() else ()
    return (attempt for attempt in found if attempt is not None)


def lines(path: Path, start: int = 0) -> Iterator[bytes]:
    """Read the whole lines of a file from a position; the last one may still be in writing."""
    with path.open("rb") as file:
        file.seek(start)
        while (line := file.readline(_LONGEST)).endswith(b"\n") or len(line) == _LONGEST:
            yield line


def read(line: bytes) -> Attempt | None:
    """Read an attempt; None if it is none."""
    try:
        return Attempt.from_line(line)
    except BadInput:
        return None
