"""Phy-Q, drawn: pass rates by scenario, and scores on the scale of people.

By scenario, runs are bars, people a band, published agents dots; on the scale, every agent is a row
and the published ones come last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw import svg
from topple.draw.svg import PERCENT, Frame, Svg
from topple.metrics.bootstrap import Estimate
from topple.metrics.phyq.metric import PhyqScore, ScenarioScore
from topple.metrics.phyq.rates import scenario_titles
from topple.metrics.phyq.scale import Published
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


_ROW, _TOP, _BOTTOM, _RIGHT = 26, 34, 34, 30
_LETTER = 7.4  # mean width of a letter in pixels
_STEP = 0.2  # rate from one grid line to the next


@dataclass(frozen=True, slots=True)
class Place:
    """An agent on the scale; `index` is the number of its run, None if it was published."""

    label: str
    score: Estimate
    index: int | None = None


def scale(places: Sequence[Place], sd: float, width: int) -> Svg:
    """Draw the scale, random at 0 and people at 100; `sd` is the standard deviation of people.

    Published places come last, under a heading of their own.
    """
    ours = sum(place.index is not None for place in places)
    heading = _ROW if ours < len(places) else 0
    height = _TOP + _ROW * len(places) + heading + _BOTTOM
    longest = max(len(place.label) for place in places)
    left = min(max(120, _LETTER * longest + 16), 0.45 * width)
    frame = Frame(width, height, left, _RIGHT, _TOP, _BOTTOM)
    axis = _Axis.around(places, sd)
    parts = [
        _band_of_people(frame, axis, sd),
        frame.columns(axis.ticks(), (axis.at(0), axis.at(1))),
    ]
    for value, name in ((0, "random"), (1, "people")):
        parts.append(svg.text(frame.x(axis.at(value)), _TOP - 10, name, "mid"))
    for i, place in enumerate(places):
        y = _TOP + _ROW * (i + 0.5) + (heading if i >= ours else 0)
        parts.append(_row(frame, axis, place, y))
    if heading:
        y = _TOP + _ROW * (ours + 0.5) + 6
        parts.append(svg.text(frame.left - 10, y, "original engine:", "num"))
    parts.append(svg.text(frame.x(axis.at(0.5)), height - 4, "Phy-Q score", "mid"))
    return frame.svg("Phy-Q scores on a scale from a random agent to people", *parts)


@dataclass(frozen=True, slots=True)
class _Axis:
    """The range of scores shown."""

    low: float
    high: float

    @classmethod
    def around(cls, places: Sequence[Place], sd: float) -> _Axis:
        ends: list[float] = [p.score.value for p in places]
        ends += [end for p in places for end in p.score.interval or ()]
        return cls(min([-0.05, *ends]), max([1 + sd, *ends]))

    def at(self, score: float) -> float:
        """Return where a score lies, as a share of the range."""
        return (score - self.low) / (self.high - self.low)

    def ticks(self) -> list[tuple[float, str]]:
        numbers = range(round(self.low / _STEP), int(self.high / _STEP + 1e-9) + 1)
        return [(self.at(i / 5), str(20 * i)) for i in numbers]


def _band_of_people(frame: Frame, axis: _Axis, sd: float) -> Svg:
    left, right = frame.x(axis.at(1 - sd)), frame.x(axis.at(1 + sd))
    tip = "people: one standard deviation either way"
    return svg.rect(left, frame.top, right - left, frame.y(0) - frame.top, kind="people", tip=tip)


def _row(frame: Frame, axis: _Axis, place: Place, y: float) -> Svg:
    found, ours = place.score, place.index is not None
    colour = "" if place.index is None else series(place.index)
    parts = [svg.text(frame.left - 10, y + 4, place.label, "num own" if ours else "num")]
    x = end = frame.x(axis.at(found.value))
    tip = f"{place.label}: {points(found.value)}"
    if found.interval:
        low, high = (frame.x(axis.at(value)) for value in found.interval)
        end = max(end, high)
        tip += f", 95 % interval {interval(found)}"
        parts.append(svg.path(f"M{low} {y}H{end}", "whisker", f"stroke:{colour}"))
    if ours:
        parts.append(svg.circle(x, y, 6, style=f"fill:{colour}", tip=tip))
    else:
        parts.append(svg.circle(x, y, 4.5, "theirs", tip=tip))
    # The number of a score below 0 is written to the right of the line at 0.
    end = max(end, frame.x(axis.at(0))) if found.value < 0 else end
    parts.append(svg.text(end + 9, y + 4, points(found.value)))
    return svg.join(parts)
