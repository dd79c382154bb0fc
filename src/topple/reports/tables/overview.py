"""Scores of several protocols in one table: a row each, a column per player."""

from __future__ import annotations

from collections.abc import Sequence

from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import Table, points


def overview(groups: Sequence[Group]) -> Table | None:
    """Return the table, in the order of the worlds; None for a single protocol."""
    if len(groups) < 2:
        return None
    players = list(dict.fromkeys(entry.label for group in groups for entry in group.entries))
    header = ("world", "protocol", "score", "floor", *players, "for comparison")
    return header, [_row(group, players) for group in sorted(groups, key=lambda each: each.world)]


def _row(group: Group, players: Sequence[str]) -> tuple[str, ...]:
    first = group.entries[0]
    scores = {entry.label: _score(entry) for entry in group.entries}
    return (
        first.run.settings.world,
        group.protocol,
        first.score.figures[0].title,
        points(group.floor(first)),
        *(scores.get(player, "") for player in players),
        f"{points(group.ceiling(first))} {group.top}" if group.references else "",
    )


def _score(entry: Entry) -> str:
    """Write a score with its interval; that of a model that could not be read says little."""
    first, lost = entry.score.figures[0], entry.asked.lost_share
    note = lost or first.interval.strip("-")
    return f"{first.value} ({note})" if note else first.value
