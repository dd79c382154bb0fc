"""What the terminal shows: runs that may be compared, and scores of several protocols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.reports.tables.attempts import attempts_table, unions_table
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.published import originals, published_table
from topple.reports.tables.readings import readings_table
from topple.reports.tables.text import Table, attempts, counts, headline, points
from topple.reports.tables.twins import twins_table

_IGNORING = "baselines that ignore the picture"
_COST = (
    "wall: time of all attempts and of practice; attempts + practice: simulations of what is "
    "scored, and of what was learnt from; simulated in act: what was tried before it acted"
)
_HINDSIGHT = "rules that see no picture, each the best in hindsight"


@dataclass(frozen=True, slots=True)
class Printed:
    """A title, tables, and notes for the reader."""

    title: str
    tables: Sequence[Table]
    notes: Sequence[str]


def tables_of(group: Group, *, named: bool = False) -> Printed:
    """Return the tables and notes of runs of one protocol; warnings are `named` after it."""
    variant = f" ({group.variant})" if group.variant else ""
    played = f"{group.protocol} version {group.version} in {group.world}"
    title = f"{played}{variant}, {group.part} tasks"
    tables = (
        headline(group),
        twins_table(group),
        attempts_table(group),
        unions_table(group),
        readings_table(group),
        counts(group),
    )
    of = f"{group.protocol}, " if named else ""
    notes = warnings({f"{of}{entry.label}": entry.warnings for entry in group.entries})
    notes.append(group.metric.about)
    if tables[1]:
        notes.append("memorised: score on originals minus twins, paired, clustered by template")
    notes += _blind(group) + _floors(group)
    theirs = published_table(group)
    if theirs:
        source = originals(group)[0].source
        notes.append(group.metric.published or f"published rows, below the line: {source}")
    if group.references is None and not (group.entries[0].score.against or group.metric.scaled):
        notes.append("no floor or ceiling is stored for this protocol, part and number of attempts")
    if not group.same_tasks:
        notes.append(
            "the runs did not play the same tasks; `topple compare` uses the tasks both have played"
        )
    notes.append(_COST)
    return Printed(
        f"{title}, {attempts(group)} {'attempt' if group.attempts == (1, 1) else 'attempts'} each",
        [table for table in (*tables, theirs and _rule(theirs, len(group.entries))) if table],
        notes,
    )


def _blind(group: Group) -> list[str]:
    """Return what baselines score that look at nothing, on the folds of the first run."""
    found = group.blind(group.entries[0])
    scores = ", ".join(f"{name} {points(value)}" for name, value in found.items())
    return [f"{group.metric.title} without looking: {scores}"] if found else []


def _floors(group: Group) -> list[str]:
    """Return what baselines score that ignore the picture, one line per number."""
    return [
        f"{figure.title} of {who}: "
        + ", ".join(f"{name} {figure.written(value)}" for name, value in found.items())
        for figure in group.entries[0].score.figures
        for who, found in ((_IGNORING, figure.floors), (_HINDSIGHT, figure.blind))
        if found
    ]


def _rule(table: Table, after: int) -> Table:
    """Draw a line below the first rows."""
    header, rows = table
    line = tuple("-" * max(len(row[i]) for row in (header, *rows)) for i in range(len(header)))
    return header, [*rows[:after], line, *rows[after:]]


def warnings(found: dict[str, list[str]]) -> list[str]:
    """Return a line for each warning about a run; tables mark such runs with a star."""
    return [f"* {label}: {each}" for label, words in found.items() for each in words]


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
