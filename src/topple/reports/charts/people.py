"""Scores on the scale of people: one row per agent, the published ones last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw import svg
from topple.draw.svg import Frame, Svg
from topple.metrics.bootstrap import Estimate
from topple.reports.charts.palette import series
from topple.reports.tables.text import interval, points

_ROW, _TOP, _BOTTOM, _RIGHT = 26, 34, 34, 30
_LETTER = 7.4  # width in pixels, on average
_STEP = 0.2  # between grid lines


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
    parts = [_people(frame, axis, sd), frame.columns(axis.ticks(), (axis.at(0), axis.at(1)))]
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


def _people(frame: Frame, axis: _Axis, sd: float) -> Svg:
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
