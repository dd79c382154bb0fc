"""Pass rates by scenario: runs are bars, people a band, published agents dots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw import svg
from topple.draw.svg import PERCENT, Frame, Svg
from topple.metrics.phyq.metric import PhyqScore, ScenarioScore
from topple.metrics.phyq.scale import Published
from topple.metrics.phyq.scenarios import scenario_titles
from topple.reports.charts.palette import Key, series
from topple.reports.tables.text import interval, points

_BAR, _DOTS, _GAP = 9, 12, 12
_TOP, _BOTTOM, _RIGHT = 8, 40, 24


@dataclass(frozen=True, slots=True)
class RunBars:
    """A run, and the published agent of the same kind if there is one."""

    label: str
    published: str | None
    score: PhyqScore


def bars(runs: Sequence[RunBars], known: Published, width: int, *, compare: bool) -> Svg:
    """Draw a row per scenario.

    With `compare`, published agents are drawn too: they played the same kind of tasks.
    """
    titles = scenario_titles()
    pitch = _BAR * len(runs) + (_DOTS if compare else 0) + _GAP
    height = _TOP + pitch * len(titles) + _BOTTOM
    frame = Frame(width, height, min(190, int(width * 0.36)), _RIGHT, _TOP, _BOTTOM)
    parts = [frame.columns(PERCENT)]
    for i, title in enumerate(titles):
        top = _TOP + pitch * i + _GAP / 2
        parts.append(_people(frame, known, i, top - 3, pitch - _GAP + 6))
        middle = top + (pitch - _GAP) / 2
        parts.append(svg.text(frame.left - 10, middle + 4, title, "num own"))
        for k, run in enumerate(runs):
            parts.append(_run(frame, run, known, i, k, top + _BAR * (k + 0.5), compare))
        if compare:
            parts.append(_dots(frame, known, i, top + _BAR * len(runs) + _DOTS / 2))
    return frame.svg("Pass rates by scenario", *parts, frame.caption("pass rate"))


def keys(*, compare: bool) -> list[Key]:
    """Return the legend of what is drawn besides the runs."""
    found = [Key(svg.swatch(svg.rect(1, 1, 28, 8, kind="people")), "people, mean ± one sd")]
    if compare:
        diamond = svg.path("M15 0l5 5-5 5-5-5z", "twin", "stroke:var(--ink)")
        found += [
            Key(svg.swatch(diamond), "the agent of the same kind, as published"),
            Key(svg.swatch(svg.circle(15, 5, 3, "theirs")), "every published agent"),
        ]
    return found


def _people(frame: Frame, known: Published, i: int, top: float, height: float) -> Svg:
    mean, sd = float(known.human_mean[i]), float(known.human_sd[i])
    left, right = frame.x(max(0.0, mean - sd)), frame.x(min(1.0, mean + sd))
    tip = f"people: {points(mean)} %, standard deviation {points(sd)}"
    band = svg.rect(left, top, right - left, height, kind="people", tip=tip)
    return svg.join([band, svg.path(f"M{frame.x(mean)} {top:.1f}v{height:.1f}", "end")])


def _run(
    frame: Frame, run: RunBars, known: Published, i: int, k: int, y: float, compare: bool
) -> Svg:
    parts = [
        _bar(frame, run.label, row, k, y) for row in run.score.scenarios if row.number == i + 1
    ]
    if compare and run.published:
        rate = float(known.agents[run.published][i])
        shape = f"M{frame.x(rate)} {y - 5:.1f}l5 5-5 5-5-5z"
        tip = _as_published(run.published, rate)
        parts.append(svg.path(shape, "twin", f"stroke:{series(k)}", tip))
    return svg.join(parts)


def _bar(frame: Frame, label: str, row: ScenarioScore, k: int, y: float) -> Svg:
    rate = row.rate
    tip = f"{label}: {points(rate.value)} %, 95 % interval {interval(rate)}, z {row.z:.1f}"
    # A rate of 0 is drawn as a thin line, to differ from a scenario that was not played.
    width = max(1.5, frame.x(rate.value) - frame.left)
    bar = svg.rect(frame.left, y - 3, width, 6, style=f"fill:{series(k)}", tip=tip)
    if rate.interval is None:
        return bar
    low, high = map(frame.x, rate.interval)
    return svg.join([bar, svg.path(f"M{low} {y:.1f}H{high}", "reachline")])


def _dots(frame: Frame, known: Published, i: int, y: float) -> Svg:
    rates = {name: float(rates[i]) for name, rates in known.agents.items()}
    return svg.join(
        svg.circle(frame.x(rate), y, 3, "theirs", tip=_as_published(name, rate))
        for name, rate in rates.items()
    )


def _as_published(name: str, rate: float) -> str:
    return f"{name} as published: {points(rate)} %"
