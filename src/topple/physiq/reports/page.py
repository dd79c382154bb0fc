"""Runs of questions on the page of a report: one section for each set and way to ask."""

from __future__ import annotations

from html import escape

from topple.metrics.paired import Difference
from topple.physiq.items import Kind, QuestionMode
from topple.physiq.protocols import CAPTIONS
from topple.physiq.reports.charts import gauge
from topple.physiq.reports.figures import Figure, against, earned
from topple.physiq.reports.page_kinds import NOTES, body
from topple.physiq.reports.pairs import pair
from topple.physiq.reports.tables import Entry, Group
from topple.reports.pages.headline import outcome_bar, pairs_of, verdicts
from topple.reports.pages.runs import card
from topple.reports.tables.text import duration
from topple.reports.transcripts import Transcripts

_MODES = {
    QuestionMode.STRICT: "Asked in strict mode.",
    QuestionMode.CLASSIC: "Asked as in the original, whose items and reading are kept.",
}


def section(group: Group, told: Transcripts) -> str:
    """Give what is said of runs that may be compared."""
    s = group.first.settings
    cards = "".join(card(entry.label, entry.run) for entry in group.entries)
    return f"""<section>
<h2>{escape(s.protocol)} <small>version {s.protocol_version} · {escape(s.variant)}</small></h2>
<p class="lead">{escape(CAPTIONS[group.kind])} {_MODES[group.first.asking.mode]} What cannot be read
counts as wrong, what a provider failed to answer as nothing.</p>
{_warnings(group)}
{_headline(group, told)}
{NOTES[group.kind]}
{_pairs(group)}
{body(group)}
<h3>How these numbers were made</h3>
<div class="runs">{cards}</div>
</section>"""


def _warnings(group: Group) -> str:
    lines = [
        f"<li><b>{escape(entry.label)}</b>: {escape('; '.join(entry.warnings))}.</li>"
        for entry in group.entries
        if entry.warnings
    ]
    return f'<ul class="warning">{"".join(lines)}</ul>' if lines else ""


def _headline(group: Group, told: Transcripts) -> str:
    titles = [figure.title for figure in group.entries[0].figures]
    names = ("model", *titles, "cost")
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = [_row(entry, told, len(names)) for entry in group.entries]
    return f'<table class="headline"><thead><tr>{head}</tr></thead>{"".join(rows)}</table>'


def _row(entry: Entry, told: Transcripts, columns: int) -> str:
    first, *others = entry.figures
    run = entry.run
    tags = "".join(f' <span class="tag">{tag}</span>' for tag in _tags(entry))
    floors = " · ".join(f"{name} {first.written(v)}" for name, v in first.floors.items())
    cells = "".join(
        f'<td data-label="{escape(other.title)}">{other.value}<small>{_below(other)}</small></td>'
        for other in others
    )
    tokens = f" · {entry.tokens:,} tokens · ${entry.cost_usd:,.2f}" if entry.tokens else ""
    return f"""<tbody><tr>
<th scope="row">{escape(entry.label)}{tags}{told.link(run.folder)}</th>
<td data-label="{escape(first.title)}"><div class="score"><span><b>{first.value}</b>
<small>{first.interval}</small></span><span>{gauge(first)}<small>{escape(floors)}</small></span>
</div></td>{cells}
<td data-label="cost">{duration(entry.wall_s)}<small>{len(run.attempts):,} answers{tokens}</small>
</td></tr><tr class="ends"><td colspan="{columns}">{_against(entry)}{_ends(entry)}</td></tr>
</tbody>"""


def _below(figure: Figure) -> str:
    """Give the interval of a number, and its floors line by line."""
    floors = [f"{escape(name)} {figure.written(v)}" for name, v in figure.floors.items()]
    return "<br>".join([figure.interval, *floors])


def _against(entry: Entry) -> str:
    """Say of players without eyes whether the model is better than they are."""
    found = against(entry.run)
    if not found:
        return ""
    scale = 1 if entry.run.kind is Kind.CONFIDENCE else 100
    words = [f"{_side(each)} {escape(name)}: {_gap(each, scale)}" for name, each in found.items()]
    return f"<p class='facts'>{' · '.join(words)}</p>"


def _side(found: Difference) -> str:
    return {1: "<b>better than</b>", -1: "<b>worse than</b>", 0: "not told apart from"}[found.above]


def _gap(found: Difference, scale: int) -> str:
    digits = 1 if scale == 100 else 3
    words = f"{scale * found.value:+.{digits}f}"
    if found.interval is None:
        return words
    low, high = (f"{scale * end:+.{digits}f}" for end in found.interval)
    return f"{words} ({low} to {high})"


def _ends(entry: Entry) -> str:
    run = entry.run
    words = [f"{len(run.answered):,} of {len(run.items):,} items answered"]
    if run.failed:
        words.append(f"{len(run.failed):,} cut short by a provider's fault")
    return outcome_bar(run.outcomes, words)


def _pairs(group: Group) -> str:
    """Say of every two models what may be said; of many, only of neighbours in the table."""
    items = []
    for a, b in pairs_of(group.entries):
        if set(earned(a.run)) & set(earned(b.run)):
            found = pair(a.run, b.run).comparison
            items.append((found.above, escape(found.verdict(a.label, b.label))))
    return verdicts(items)


def _tags(entry: Entry) -> list[str]:
    found = [] if entry.run.finished else ["unfinished"]
    found += ["part of the items"] if entry.run.settings.limit is not None else []
    return found + (["knows the truth"] if entry.run.settings.simulates else [])
