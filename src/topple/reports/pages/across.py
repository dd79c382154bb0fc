"""Yes/no accuracy by grade of the proposal, across numbers of examples, in one figure per model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw.svg import PERCENT, Frame, Svg
from topple.metrics.bootstrap import Estimate
from topple.reports.charts.chart import Chart, both
from topple.reports.charts.lines import Line, Point, lines
from topple.reports.charts.palette import Key, line_keys
from topple.reports.pages.section import Shown, show
from topple.reports.tables.groups import Entry, Group

_TITLE = "physiq-yesno: accuracy by grade and examples"
_ASIDE = 0.015  # gap between the whiskers of two grades, as a share of the width


@dataclass(frozen=True, slots=True)
class Across:
    """The part of a page that shows one model's runs over several configurations together."""

    mode: str
    legend: Sequence[Key]
    charts: Sequence[tuple[str, Chart]]

    def show(self) -> Shown:
        """Return the part as HTML."""
        return show(_TITLE, self.mode, "reports/pages/across.html", {"s": self})


def across(groups: Sequence[Group]) -> list[Across]:
    """Return a part for each mode in which some model answered several configurations."""
    entries = [entry for group in groups for entry in group.entries if entry.score.by_grade]
    keys = line_keys(list(entries[0].score.by_grade)) if entries else []
    found = []
    for mode in sorted({str(e.run.settings.asking["mode"]) for e in entries}):
        own = _by_model([e for e in entries if e.run.settings.asking["mode"] == mode])
        charts = [(name, _chart(each)) for name, each in own.items() if len(each) > 1]
        if charts:
            found.append(Across(mode, keys, charts))
    return found


def _by_model(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Return the runs of each model, fewest examples first; of equal ones the last."""
    found: dict[str, dict[tuple[int, int], Entry]] = {}
    for entry in entries:
        found.setdefault(entry.run.settings.agent, {})[_examples(entry)] = entry
    return {name: [own[key] for key in sorted(own)] for name, own in sorted(found.items())}


def _examples(entry: Entry) -> tuple[int, int]:
    asking = entry.run.settings.asking
    return int(asking["shots"]), int(asking["frames"])


def _chart(runs: Sequence[Entry]) -> Chart:
    grades = dict.fromkeys(grade for run in runs for grade in run.score.by_grade)
    curves = [(grade, [run.score.by_grade.get(grade) for run in runs]) for grade in grades]
    return both(lambda width: _draw(runs, curves, width))


def _draw(
    runs: Sequence[Entry], curves: Sequence[tuple[str, Sequence[Estimate | None]]], width: int
) -> Svg:
    frame = Frame(width, 320)
    places = [(i + 0.5) / len(runs) for i in range(len(runs))]
    marks = [(x, _label(run)) for x, run in zip(places, runs, strict=True)]
    drawn = []
    for i, (name, found) in enumerate(curves):
        aside = _ASIDE * (i - (len(curves) - 1) / 2)
        points = zip(places, found, strict=True)
        drawn.append(Line(name, [_point(name, x + aside, each) for x, each in points if each]))
    axes = frame.rows(PERCENT), frame.marks(marks), frame.caption("examples x pictures of each")
    return frame.svg("Accuracy by grade of the proposal and examples", *axes, lines(frame, drawn))


def _label(run: Entry) -> str:
    shots, frames = _examples(run)
    return f"{shots} x {frames}" if shots else "none"


def _point(name: str, x: float, found: Estimate) -> Point:
    words = f"{name}: {100 * found.value:.1f} %"
    if found.interval is None:
        return Point(x, found.value, found.value, found.value, words)
    low, high = found.interval
    interval = f"95 % interval {100 * low:.1f} to {100 * high:.1f}"
    return Point(x, found.value, low, high, f"{words} ({interval})")
