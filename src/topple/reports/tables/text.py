"""Scores as words and as tables for the terminal."""

from __future__ import annotations

import math
from collections.abc import Mapping

from topple.metrics.bootstrap import Estimate
from topple.metrics.folds import Spread
from topple.metrics.tally import OUTCOMES
from topple.reports.tables.groups import Entry, Group
from topple.runs.turns import LOST, Asked
from topple.tasks.outcome import Outcome

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
# Names of outcomes where tasks are questions.
JUDGED: Mapping[str, str] = {Outcome.SOLVED: "right", Outcome.MISSED: "wrong"}


def headline(group: Group) -> Table:
    """Return the scores of a group as a table; the metric sets the columns."""
    first, *others = (figure.title for figure in group.entries[0].score.figures)
    ends = ("floor", group.top) if group.references else ()
    folds = ("folds",) if group.metric.by_folds else ()
    cost = ("wall", "attempts + practice", "simulated in act")
    header = ("agent", first, "95 % interval", *folds, *others, *ends, *cost)
    return header, [_row(group, entry) for entry in group.entries]


def _row(group: Group, entry: Entry) -> tuple[str, ...]:
    score = entry.score
    marks = " *" * bool(entry.warnings) + " (simulates)" * entry.simulates
    first, *others = score.figures
    ends = (group.floor(entry), group.ceiling(entry)) if group.references else ()
    return (
        entry.label + marks,
        first.value,
        first.interval,
        *((spread(score.folds),) if group.metric.by_folds else ()),
        *(other.value for other in others),
        *map(points, ends),
        duration(entry.wall_s),
        write_played(entry),
        "unknown" if entry.planning is None else f"{entry.planning:,}",
    )


def counts(group: Group) -> Table:
    """Return the outcomes of a group as a table; those of cut-off answers only if there are any."""
    asked = any(e.tokens or e.cost_usd for e in group.entries)
    cut = any(e.run.failed for e in group.entries)
    rare = {Outcome.TRUNCATED, Outcome.REFUSED}
    seen = [o for o in OUTCOMES if o not in rare or any(e.outcomes[o] for e in group.entries)]
    names = JUDGED if group.entries[0].score.against else {}
    outcomes = (names.get(o, str(o)) for o in seen)
    header = ("agent", "tasks", *(("cut short",) * cut), "attempts", *outcomes)
    games = any(e.asked.in_games for e in group.entries)
    header += ("turns", *(f"{outcome} turns" for outcome in LOST)) * games
    simulated = any(e.asked.calls for e in group.entries)
    header += ("simulated calls",) * simulated
    header += ("tokens", "cost") * asked
    return header, [
        (
            e.label,
            f"{e.score.tasks:,}",
            *((f"{e.run.failed:,}",) * cut),
            f"{e.attempts:,}",
            *(f"{e.outcomes[o]:,}" for o in seen),
            *(_turns(e.asked) * games),
            *((f"{e.asked.calls:,}",) * simulated),
            *((f"{e.tokens:,}", dollars(e.tokens, e.cost_usd)) * asked),
        )
        for e in group.entries
    ]


def _turns(asked: Asked) -> tuple[str, ...]:
    """Write the number of turns, and of those without a move by reason."""
    return (f"{asked.turns:,}", *(f"{asked.lost.get(outcome, 0):,}" for outcome in LOST))


def points(share: float | None) -> str:
    """Write a share as points from 0 to 100."""
    return "-" if share is None or math.isnan(share) else f"{100 * share:.1f}"


def interval(found: Estimate) -> str:
    if found.interval is None:
        return "-"
    low, high = found.interval
    return f"{points(low)} to {points(high)}"


def spread(folds: Spread | None) -> str:
    """Write mean and standard deviation over folds, and the number of folds."""
    if folds is None:
        return "-"
    if folds.sd is None:
        return f"{points(folds.mean)} (1)"
    return f"{points(folds.mean)} ± {points(folds.sd)} ({len(folds.folds)})"


def attempts(group: Group) -> str:
    """Write how many attempts per task count."""
    least, most = group.attempts
    return f"{most}" if least == most else f"{least} to {most}"


def write_played(entry: Entry) -> str:
    """Write how much was played: attempts, and practice."""
    if entry.practice is None:
        return f"{entry.attempts:,}"
    return f"{entry.attempts:,} + {entry.practice:,}"


def dollars(tokens: int, usd: float) -> str:
    """Write a cost in US dollars; that of tokens without a price is not known."""
    return "unknown" if tokens and not usd else f"${usd:,.2f}"


def duration(seconds: float) -> str:
    """Write a time in the unit that suits it."""
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"
