"""Runs of questions as tables for the terminal and as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from topple.physiq.reports.figures import against
from topple.physiq.reports.groups import Entry, Group
from topple.physiq.reports.shares import shares_of
from topple.reports.tables.data import run_facts
from topple.reports.tables.printed import Printed, warnings
from topple.reports.tables.text import Table, dollars, duration

_FLOORS = "baselines that ignore the picture"
BLIND = "rules that see no picture, each the best in hindsight"
_OUTCOMES = ("solved", "missed", "invalid", "unreadable", "truncated", "refused")


def printed(group: Group) -> Printed:
    """Return the tables and notes of runs of one question set."""
    s = group.first.settings
    title = f"{s.protocol} version {s.protocol_version} ({s.variant})"
    notes = warnings({entry.label: entry.warnings for entry in group.entries})
    notes += _floors(group)
    return Printed(title, [headline(group), counts(group)], notes)


def headline(group: Group) -> Table:
    """Return the scores of a group."""
    first, *others = (figure.title for figure in group.entries[0].figures)
    rows = []
    for entry in group.entries:
        own, *rest = entry.figures
        mark = (" *" if entry.warnings else "") + (
            " (knows the truth)" if entry.run.settings.simulates else ""
        )
        cells = (own.value, own.interval, *(figure.value for figure in rest))
        rows.append((entry.label + mark, *cells))
    return ("model", first, "95 % interval", *others), rows


def _floors(group: Group) -> list[str]:
    """Return the scores of baselines that ignore the picture, one line per number."""
    return [
        f"{figure.title} of {who}: "
        + ", ".join(f"{name} {figure.written(value)}" for name, value in found.items())
        for figure in group.entries[0].figures
        for who, found in ((_FLOORS, figure.floors), (BLIND, figure.blind))
        if found
    ]


def counts(group: Group) -> Table:
    """Return how many items were answered and how attempts ended."""
    header = ("model", "items", "answered", "failed", *_OUTCOMES, "tokens", "cost", "wall")
    return header, [
        (
            e.label,
            f"{e.run.planned:,}",
            f"{len(e.run.answered):,}",
            f"{len(e.run.failed):,}",
            *(f"{e.outcomes[name]:,}" for name in _OUTCOMES),
            f"{e.tokens:,}",
            dollars(e.tokens, e.cost_usd),
            duration(e.wall_s),
        )
        for e in group.entries
    ]


def facts(group: Group) -> dict[str, Any]:
    """Return all numbers of a group."""
    s = group.first.settings
    return {
        "protocol": s.protocol,
        "version": s.protocol_version,
        "variant": s.variant,
        "runs": [_facts(entry) for entry in group.entries],
    }


def _facts(entry: Entry) -> dict[str, Any]:
    run = entry.run
    return {
        **run_facts(entry),
        "items": run.planned,
        "answered": len(run.answered),
        "failed": len(run.failed),
        "figures": {figure.title: figure.facts() for figure in entry.figures},
        "against": {name: asdict(found) for name, found in against(run).items()},
        "shares": {
            name: {row.name: dict(row.counts) for row in found.rows}
            for name, found in shares_of(run).items()
        },
    }
