"""Scores in words and tables for the terminal."""

from __future__ import annotations

from topple.metrics.bootstrap import Estimate
from topple.metrics.score import Score
from topple.metrics.tally import OUTCOMES
from topple.reports.tables import Entry, Group

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]


def headline(group: Group) -> Table:
    """Give the scores of a group as a table for the terminal."""
    marks = group.entries[0].score.success
    header = (
        "agent",
        "AUCCESS",
        "95 % interval",
        "folds",
        *(f"@{mark}" for mark in marks),
        "floor",
        "ceiling",
        "wall",
        "simulations",
    )
    return header, [
        (
            e.label
            + (" *" if e.warnings else "")
            + (" (simulates)" if e.run.settings.simulates else ""),
            points(e.score.auccess.value),
            interval(e.score.auccess),
            spread(e.score),
            *(points(e.score.success[mark].value) for mark in marks),
            points(group.floor(e)),
            points(group.ceiling(e)),
            duration(e.wall_s),
            simulations(e),
        )
        for e in group.entries
    ]


def counts(group: Group) -> Table:
    """Give the six outcomes of a group as a table for the terminal."""
    asked = any(e.tokens for e in group.entries)
    header = ("agent", "tasks", "attempts", *map(str, OUTCOMES), *(("tokens", "cost") * asked))
    return header, [
        (
            e.label,
            f"{e.score.tasks:,}",
            f"{e.attempts:,}",
            *(f"{n:,}" for n in e.outcomes.values()),
            *((f"{e.tokens:,}", f"${e.cost_usd:,.2f}") * asked),
        )
        for e in group.entries
    ]


def points(share: float | None) -> str:
    """Write a share as points from 0 to 100."""
    return "-" if share is None else f"{100 * share:.1f}"


def interval(found: Estimate) -> str:
    if found.interval is None:
        return "-"
    low, high = found.interval
    return f"{points(low)} to {points(high)}"


def spread(found: Score) -> str:
    """Write mean and standard deviation over folds, and how many there are."""
    folds = found.folds
    if folds.sd is None:
        return f"{points(folds.mean)} (1)"
    return f"{points(folds.mean)} ± {points(folds.sd)} ({len(folds.folds)})"


def simulations(entry: Entry) -> str:
    """Write what was simulated: attempts, and practice beside them."""
    if entry.practice is None:
        return f"{entry.attempts:,}"
    return f"{entry.attempts:,} + {entry.practice:,}"


def duration(seconds: float) -> str:
    """Write a time in the unit that suits it."""
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"
