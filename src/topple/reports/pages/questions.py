"""The page of questions: what the numbers mean, verdicts, and the charts of each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topple.metrics.calibration import Calibration
from topple.metrics.insertions import Inserted
from topple.metrics.rankings import Ranked
from topple.metrics.shares import Shares
from topple.reports.charts import answers
from topple.reports.charts.chart import Chart, both
from topple.reports.charts.palette import Key, line_keys
from topple.reports.pages.render import render
from topple.reports.pages.verdicts import verdicts
from topple.reports.tables.groups import Group
from topple.reports.transcripts import Transcripts

if TYPE_CHECKING:
    from markupsafe import Markup

_SQUARE = 520  # side of a chart of answers in pixels


@dataclass(frozen=True, slots=True)
class Stacks:
    """Shares of every run as bars, under one legend."""

    legend: list[Key]
    charts: list[tuple[str, Chart]]


def body(group: Group, transcripts: Transcripts) -> Markup:
    """Return what the numbers mean, verdicts and the charts of the kind."""
    kind = group.entries[0].score.kind
    values = {"verdicts": verdicts(group), "stacks": _stacks(group), **_more(group)}
    return render(f"reports/pages/kinds/{kind}.html", values)


def _more(group: Group) -> dict[str, Any]:
    """Return what only one kind of question has."""
    keys = line_keys([entry.label for entry in group.entries])
    found = [(entry.label, entry.score.result) for entry in group.entries]
    stated = [(label, each) for label, each in found if isinstance(each, Calibration)]
    if stated:
        return {"legend": keys, "reliability": answers.reliability(stated, _SQUARE)}
    placed = [(label, each) for label, each in found if isinstance(each, Inserted)]
    if placed:
        return {"success": both(lambda width: answers.success(placed, width), keys)}
    places = [_place(label, each) for label, each in found if isinstance(each, Ranked)]
    return {"places": places, "flips": any(each["flips"] for each in places)}


def _stacks(group: Group) -> dict[str, Stacks]:
    found = [(entry.label, entry.score.shares) for entry in group.entries]
    return {name: _stack([(label, own[name]) for label, own in found]) for name in found[0][1]}


def _stack(found: list[tuple[str, Shares]]) -> Stacks:
    rows = tuple(row for _, shares in found for row in shares.rows)
    charts = [(label, _bars(shares, label)) for label, shares in found]
    return Stacks(answers.legend(Shares(found[0][1].ends, rows)), charts)


def _bars(shares: Shares, label: str) -> Chart:
    return both(lambda width: answers.stack(shares, width, label))


def _place(label: str, found: Ranked) -> dict[str, Any]:
    return {
        "label": label,
        "even": found.slot_p >= 0.05,
        "p": f"{found.slot_p:.2g}",
        "flips": "" if found.flips is None else f"{100 * found.flips:.0f}",
    }
