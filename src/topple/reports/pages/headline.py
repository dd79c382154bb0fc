"""The headline of a report: one row per agent, and who may be called better than whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import combinations, pairwise
from typing import TypeVar

from topple.reports.charts import curves as charts
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.pairs import pair
from topple.reports.tables.text import duration, interval, points, spread
from topple.reports.transcripts import Transcripts

_MOST_PAIRS = 15
T = TypeVar("T")


def headline(group: Group, told: Transcripts) -> str:
    """Give the table; agents that simulate the test tasks stand below a line."""
    first, *others = (figure.title for figure in group.entries[0].score.figures)
    folds = ("folds",) if group.metric.by_folds else ()
    names = ("agent", first, *folds, *others, "cost")
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    simulating = [e for e in group.entries if e.run.settings.simulates]
    rows = [_row(group, e, len(names), told) for e in group.entries if not e.run.settings.simulates]
    if simulating:
        words = "These simulate the very tasks they are tested on, so they are ranked apart."
        rows.append(
            f'<tbody class="apart"><tr><td colspan="{len(names)}">{words}</td></tr></tbody>'
        )
        rows += [_row(group, entry, len(names), told) for entry in simulating]
    return f'<table class="headline"><thead><tr>{head}</tr></thead>{"".join(rows)}</table>'


def pairs(group: Group) -> str:
    """Say of every two agents what may be said; of many, only of neighbours in the table."""
    items = []
    for a, b in pairs_of(group.entries):
        found = pair(a.run, b.run)
        test = found.wilcoxon
        words = escape(found.comparison.verdict(a.label, b.label))
        if test and test.folds > 1:
            least = min(test.p_above, test.p_below)
            words += (
                f" <small>Wilcoxon over {test.folds} folds, one-sided: p = {least:.3g}.</small>"
            )
        items.append((found.comparison.above, words))
    return verdicts(items)


def pairs_of(entries: Sequence[T]) -> list[tuple[T, T]]:
    """Give every two of a table's rows; of many, only neighbours."""
    every = list(combinations(entries, 2))
    many = len(every) > _MOST_PAIRS
    return list(pairwise(entries)) if many else every


def verdicts(found: Sequence[tuple[int, str]]) -> str:
    """List what may be said of pairs: whether one is above the other, and the words for it."""
    items = [f'<li class="{"told" if above else "untold"}">{words}</li>' for above, words in found]
    return f'<h3>Who is better?</h3><ul class="verdicts">{"".join(items)}</ul>' if items else ""


def _row(group: Group, entry: Entry, columns: int, told: Transcripts) -> str:
    score, settings = entry.score, entry.run.settings
    first, *others = score.figures
    value = points(first.estimate.value)
    tags = "".join(f' <span class="tag">{tag}</span>' for tag in _tags(entry))
    chosen = ", ".join(f"{name}={value}" for name, value in settings.agent_settings.items())
    about = f"<small>{escape(chosen)}</small>" if chosen else ""
    about += told.link(entry.run.folder)
    folds = f'<td data-label="folds">{spread(score.folds)}</td>' if group.metric.by_folds else ""
    cells = "".join(
        f'<td data-label="{escape(other.title)}">{points(other.estimate.value)}'
        f"<small>{interval(other.estimate)}</small></td>"
        for other in others
    )
    practice = "" if not entry.practice else f" + {entry.practice:,} simulations"
    if entry.tokens:
        practice += f" · {entry.tokens:,} tokens · ${entry.cost_usd:,.2f}"
    return f"""<tbody><tr>
<th scope="row">{escape(entry.label)}{tags}{about}</th>
<td data-label="{escape(first.title)}"><div class="score"><span><b>{value}</b>
<small>{interval(first.estimate)}</small></span><span>{charts.gauge(group, entry)}
{_ends_of_scale(group, entry)}</span></div></td>
{folds}{cells}
<td data-label="cost">{duration(entry.wall_s)}<small>{entry.attempts:,} plays{practice}</small></td>
</tr><tr class="ends"><td colspan="{columns}">{_ends(entry)}</td></tr></tbody>"""


def _ends_of_scale(group: Group, entry: Entry) -> str:
    floor, ceiling = group.floor(entry), group.ceiling(entry)
    if floor is None and ceiling is None:
        return ""
    return f"<small>floor {points(floor)} · ceiling {points(ceiling)}</small>"


def _ends(entry: Entry) -> str:
    words = [f"{entry.score.tasks:,} tasks"]
    if entry.run.failed:
        words.append(f"{entry.run.failed:,} cut short by a provider's fault")
    return outcome_bar(entry.outcomes, words)


def outcome_bar(outcomes: Mapping[str, int], words: Sequence[str]) -> str:
    """Give all six outcomes as a bar and as counts, behind a few words."""
    total = max(1, sum(outcomes.values()))
    bar = "".join(
        f'<i class="{name}" style="width:{100 * count / total:.2f}%" title="{name} {count:,}"></i>'
        for name, count in outcomes.items()
        if count
    )
    first = "".join(f"<li><b>{each}</b></li>" for each in words)
    counts = "".join(
        f'<li><i class="{name}"></i>{count:,} {name}</li>' for name, count in outcomes.items()
    )
    return f'<div class="bar">{bar}</div><ul class="counts">{first}{counts}</ul>'


def _tags(entry: Entry) -> list[str]:
    found = []
    if not entry.run.finished:
        found.append("unfinished")
    if entry.run.settings.limit is not None:
        found.append("part of the tasks")
    if entry.run.settings.part == "dev":
        found.append("dev")
    return found
