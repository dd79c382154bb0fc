"""Yes/no accuracy by grade of the proposal, across numbers of examples, in one figure per model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from topple.draw.svg import PERCENT, Frame, Svg
from topple.metrics.bootstrap import Estimate, estimate
from topple.physiq.items import Kind
from topple.physiq.proposal import Grade
from topple.physiq.reports.figures import earned
from topple.physiq.reports.groups import Group
from topple.physiq.reports.load import Answers
from topple.reports.charts.chart import Chart, both
from topple.reports.charts.lines import Line, Point, lines
from topple.reports.charts.palette import Key, line_keys
from topple.reports.pages.section import Shown, show

_TITLE = "physiq-yesno: accuracy by grade and examples"
_ASIDE = 0.015  # between the whiskers of two grades, as a share of the width


@dataclass(frozen=True, slots=True)
class Across:
    """The part of a page that shows one model's runs over several configurations together."""

    mode: str
    legend: Sequence[Key]
    charts: Sequence[tuple[str, Chart]]

    def show(self) -> Shown:
        """Return the part as HTML."""
        return show(_TITLE, self.mode, "physiq/reports/pages/across.html", {"s": self})


def across(groups: Sequence[Group]) -> list[Across]:
    """Return a part for each mode in which some model answered several configurations."""
    runs = [e.run for g in groups if g.kind is Kind.YESNO for e in g.entries]
    keys = line_keys([str(grade) for grade in Grade])
    found = []
    for mode in sorted({run.asking.mode for run in runs}):
        own = _by_model([run for run in runs if run.asking.mode == mode])
        charts = [(name, _chart(each)) for name, each in own.items() if len(each) > 1]
        if charts:
            found.append(Across(str(mode), keys, charts))
    return found


def _by_model(runs: Sequence[Answers]) -> dict[str, list[Answers]]:
    """Return the runs of each model, fewest examples first; of equal ones the last."""
    found: dict[str, dict[tuple[int, int], Answers]] = {}
    for run in runs:
        found.setdefault(run.settings.agent, {})[run.asking.shots, run.asking.frames] = run
    return {name: [own[key] for key in sorted(own)] for name, own in sorted(found.items())}


def accuracy(run: Answers, grade: Grade) -> Estimate | None:
    """Compute the share of right answers about proposals of a grade."""
    credit = earned(run)
    items = [item for item in run.asked if item.grades == (grade,)]
    if not items:
        return None
    values = np.array([credit[item.id] for item in items])
    return estimate(values, np.array([item.template for item in items]))


def _chart(runs: Sequence[Answers]) -> Chart:
    curves = [(str(grade), [accuracy(run, grade) for run in runs]) for grade in Grade]
    return both(lambda width: _draw(runs, curves, width))


def _draw(
    runs: Sequence[Answers], curves: Sequence[tuple[str, Sequence[Estimate | None]]], width: int
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


def _label(run: Answers) -> str:
    return f"{run.asking.shots} x {run.asking.frames}" if run.asking.shots else "none"


def _point(name: str, x: float, found: Estimate) -> Point:
    words = f"{name}: {100 * found.value:.1f} %"
    if found.interval is None:
        return Point(x, found.value, found.value, found.value, words)
    low, high = found.interval
    interval = f"95 % interval {100 * low:.1f} to {100 * high:.1f}"
    return Point(x, found.value, low, high, f"{words} ({interval})")
