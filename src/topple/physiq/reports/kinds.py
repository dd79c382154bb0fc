"""What the page shows for each kind of question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topple.metrics.calibration import Calibration
from topple.metrics.insertions import Inserted
from topple.metrics.rankings import Ranked
from topple.physiq.items import Kind
from topple.physiq.reports import curves
from topple.physiq.reports.charts import legend, stacked
from topple.physiq.reports.figures import earned
from topple.physiq.reports.groups import Entry, Group
from topple.physiq.reports.pairs import pair
from topple.physiq.reports.shares import Shares, shares_of
from topple.reports.charts.chart import Chart, both
from topple.reports.charts.palette import Key, line_keys
from topple.reports.pages.render import render
from topple.reports.pages.verdicts import Verdict, pairs_of, verdict

if TYPE_CHECKING:
    from markupsafe import Markup

_SQUARE = 520  # pixels


@dataclass(frozen=True, slots=True)
class Stacks:
    """Shares of every run as bars, under one legend."""

    legend: list[Key]
    charts: list[tuple[str, Chart]]


def body(group: Group) -> Markup:
    """Return what the numbers mean, verdicts and the charts of the kind."""
    values = {"verdicts": _verdicts(group), "stacks": _stacks(group), **_more(group)}
    return render(f"physiq/reports/pages/{group.kind}.html", values)


def _more(group: Group) -> dict[str, Any]:
    """Return what only one kind of question has."""
    keys = line_keys([entry.label for entry in group.entries])
    match group.kind:
        case Kind.CONFIDENCE:
            stated = [(e.label, e.score) for e in group.entries if isinstance(e.score, Calibration)]
            return {"legend": keys, "reliability": curves.reliability(stated, _SQUARE)}
        case Kind.RANKING:
            places = [_place(e) for e in group.entries]
            return {"places": places, "flips": any(each["flips"] for each in places)}
        case Kind.INSERTION:
            placed = [(e.label, e.score) for e in group.entries if isinstance(e.score, Inserted)]
            return {"success": both(lambda width: curves.success(placed, width), keys)}
    return {}


def _stacks(group: Group) -> dict[str, Stacks]:
    found = [(entry.label, shares_of(entry.run)) for entry in group.entries]
    return {name: _stack([(label, own[name]) for label, own in found]) for name in found[0][1]}


def _stack(found: list[tuple[str, Shares]]) -> Stacks:
    rows = tuple(row for _, shares in found for row in shares.rows)
    charts = [(label, _bars(shares, label)) for label, shares in found]
    return Stacks(legend(Shares(found[0][1].ends, rows)), charts)


def _bars(shares: Shares, label: str) -> Chart:
    return both(lambda width: stacked(shares, width, label))


def _place(entry: Entry) -> dict[str, Any]:
    assert isinstance(entry.score, Ranked), "only rankings have places"
    p, flips = entry.score.slot_p, entry.score.flips
    return {
        "label": entry.label,
        "even": p >= 0.05,
        "p": f"{p:.2g}",
        "flips": "" if flips is None else f"{100 * flips:.0f}",
    }


def _verdicts(group: Group) -> list[Verdict]:
    """Compare every two models with items in common; if there are many, only neighbours."""
    return [
        verdict(pair(a.run, b.run), a.label, b.label)
        for a, b in pairs_of(group.entries)
        if set(earned(a.run)) & set(earned(b.run))
    ]
