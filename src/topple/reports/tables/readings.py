"""Structured answers beside what the reader of free text finds in the same answers."""

from __future__ import annotations

from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import Table

_HEADER = ("agent", "answers", "read as JSON", "read as text", "same action")
_PLAYED = ("solve as JSON", "solve as text")


def readings_table(group: Group) -> Table | None:
    """Return how structured answers are read in both ways; None if no run has any."""
    known = [entry for entry in group.entries if entry.asked.readings]
    if not known:
        return None
    played = any(e.asked.readings and e.asked.readings.solved is not None for e in known)
    return _HEADER + _PLAYED * played, [_row(entry, played) for entry in known]


def _row(entry: Entry, played: bool) -> tuple[str, ...]:
    found = entry.asked.readings
    assert found is not None
    counts = (found.answers, found.read, found.read_in_text, found.same)
    solved = (found.solved, found.solved_in_text) * played
    return (entry.label, *(f"{each:,}" for each in counts), *map(_write, solved))


def _write(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"
