"""Originals against their twins: what an agent has learnt by heart, in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from topple.metrics.compare import Comparison, compare
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import Table


@dataclass(frozen=True, slots=True)
class TwinGap:
    """The score on originals minus that on one kind of twin, task by task."""

    twin: str
    comparison: Comparison

    def facts(self) -> dict[str, Any]:
        """Return the gap as plain data; scores are shares of 1."""
        found = self.comparison
        return {
            "twin": self.twin,
            "pairs": found.tasks,
            "original": found.a,
            "twins": found.b,
            "memorised": found.difference,
            "interval": found.interval,
            "p": found.p,
        }


def twin_gaps(entry: Entry) -> list[TwinGap]:
    """Compare a run's results on originals and on twins; empty if it played no twins."""
    run = entry.run
    rows = zip(run.results.fold.tolist(), run.results.task.tolist(), strict=True)
    places = {key: place for place, key in enumerate(rows)}
    found = []
    for twin in run.settings.choices.twins:
        pairs = [
            (place, places[fold, f"{task}~{twin}"])
            for (fold, task), place in places.items()
            if (fold, f"{task}~{twin}") in places
        ]
        if pairs:
            first, second = ([pair[i] for pair in pairs] for i in (0, 1))
            counts = run.counts
            apart = compare(counts.only(first), counts.only(second), run.metric)
            found.append(TwinGap(twin, apart))
    return found


def twins_table(group: Group) -> Table | None:
    """Return one row per run and kind of twin, in points."""
    header = ("agent", "twin", "pairs", "original", "twins", "memorised", "interval")
    rows = [
        (entry.label, gap.twin, str(gap.comparison.tasks), *_numbers(gap.comparison))
        for entry in group.entries
        for gap in twin_gaps(entry)
    ]
    return (header, rows) if rows else None


def _numbers(found: Comparison) -> tuple[str, ...]:
    ends = found.interval
    interval = "" if ends is None else f"{100 * ends[0]:+.1f} to {100 * ends[1]:+.1f}"
    values = (f"{100 * found.a:.1f}", f"{100 * found.b:.1f}", f"{100 * found.difference:+.1f}")
    return (*values, interval)
