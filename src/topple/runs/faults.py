"""Why attempts failed: the causes that a run recorded, and how often each occurred."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from topple.errors import BadInput
from topple.runs.folder import ATTEMPTS
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

_MARK = f'"{Outcome.FAILED}"'.encode()


def failed_because(folder: Path) -> Counter[str]:
    """Count the notes of failed attempts, in the order in which they first occurred."""
    found: Counter[str] = Counter()
    path = folder / ATTEMPTS
    if not path.exists():
        return found
    with path.open("rb") as lines:
        for line in lines:
            if _MARK not in line:
                continue
            try:
                attempt = Attempt.from_line(line)
            except BadInput:
                continue
            if attempt.outcome is Outcome.FAILED:
                found[attempt.note or "no cause was recorded"] += 1
    return found


def first_cause(folder: Path) -> str:
    """Return the first cause of failed attempts in words, with its count; empty without one."""
    found = failed_because(folder)
    if not found:
        return ""
    note, count = next(iter(found.items()))
    return f"{count:,} of {found.total():,} failures: {note}"
