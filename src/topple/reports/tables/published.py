"""Scores of runs next to published ones, where the setting is the same."""

from __future__ import annotations

from collections.abc import Sequence

from topple.metrics.bootstrap import Estimate
from topple.metrics.original import Original
from topple.reports.tables.attempts import Together, measure_attempts, together
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import Table, interval, points

_ATTEMPTS = "attempts of solved tasks"


def originals(group: Group) -> tuple[Original, ...]:
    """Return the published results for the protocol and variant of a group."""
    if group.part != "test":
        return ()
    known = group.metric.originals(group.protocol, group.variant)
    fewest, most = group.attempts
    if fewest != most:
        return known
    return tuple(found for row in known if (found := row.within(most)))


def published_table(group: Group) -> Table | None:
    """Return our figures, then the published ones; None if there are none."""
    theirs = originals(group)
    if not theirs:
        return None
    titles = list(dict.fromkeys(title for row in theirs for title in row.figures))
    every = together(group)
    rows = [_ours(entry, every, titles) for entry in group.entries]
    rows += [
        (f"{row.agent}, published", *(_theirs(row, title) for title in titles)) for row in theirs
    ]
    return ("agent", *titles), rows


def _ours(entry: Entry, every: Sequence[Together], titles: list[str]) -> tuple[str, ...]:
    found = {figure.title: figure.estimate for figure in entry.score.figures}
    cells = {title: _share(estimate) for title, estimate in found.items()}
    if entry.score.folds:
        folds = zip(entry.score.folds.folds, entry.score.folds.values, strict=True)
        cells |= {f"fold {fold}": points(value) for fold, value in folds}
    tried = measure_attempts(entry)
    if tried is not None:
        cells[_ATTEMPTS] = _number(tried.mean_of_solved)
    for each in every:
        if entry.label in each.labels:
            cells[f"union of {each.runs} runs"] = _share(each.union)
    return (entry.label, *(cells.get(title, "") for title in titles))


def _theirs(row: Original, title: str) -> str:
    if title not in row.figures:
        return ""
    value, sd = row.figures[title]
    digits = 2 if title == _ATTEMPTS else 1
    return f"{value:.{digits}f}" if sd is None else f"{value:.1f} ± {sd:.1f}"


def _share(found: Estimate) -> str:
    ends = "" if found.interval is None else f" ({interval(found)})"
    return f"{points(found.value)}{ends}"


def _number(found: Estimate) -> str:
    if found.value != found.value:  # no task was solved
        return "-"
    ends = "" if found.interval is None else " ({:.2f} to {:.2f})".format(*found.interval)
    return f"{found.value:.2f}{ends}"
