"""Curves with points that have intervals; success against attempts, on a logarithmic axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw import svg
from topple.draw.svg import PERCENT, Frame, Svg
from topple.metrics.auccess import Score
from topple.reports.charts.chart import WIDE, Chart, both
from topple.reports.charts.palette import line_keys, line_style, series
from topple.reports.tables.groups import Entry
from topple.reports.tables.text import points


@dataclass(frozen=True, slots=True)
class Point:
    """A point in the plot area, its interval, and the words shown under the pointer."""

    x: float
    y: float
    low: float
    high: float
    words: str
    size: float = 4.0


@dataclass(frozen=True, slots=True)
class Line:
    """One curve; `band` says that the interval is shaded rather than drawn as whiskers.

    Points without words have no dot.
    """

    label: str
    points: Sequence[Point]
    band: bool = False


def lines(frame: Frame, curves: Sequence[Line]) -> Svg:
    """Draw all bands, then all curves with their dots."""
    bands = [_band(frame, curve, i) for i, curve in enumerate(curves) if curve.band]
    return svg.join([*bands, *(_line(frame, curve, i) for i, curve in enumerate(curves))])


def _line(frame: Frame, curve: Line, index: int) -> Svg:
    if not curve.points:
        return Svg()
    ends = svg.polyline((frame.x(p.x), frame.y(p.y)) for p in curve.points)
    parts = [svg.path(ends, "line", line_style(index), curve.label)]
    for p in curve.points:
        x, colour = frame.x(p.x), series(index)
        if not curve.band:
            reach = f"M{x} {frame.y(p.low)}V{frame.y(p.high)}"
            parts.append(svg.path(reach, "whisker", f"stroke:{colour}"))
        if p.words:
            dot = svg.circle(x, frame.y(p.y), p.size, style=f"fill:{colour}", tip=p.words)
            parts.append(dot)
    return svg.join(parts)


def _band(frame: Frame, curve: Line, index: int) -> Svg:
    above = [(frame.x(p.x), frame.y(p.high)) for p in curve.points]
    below = [(frame.x(p.x), frame.y(p.low)) for p in reversed(curve.points)]
    outline = f"{svg.polyline([*above, *below])}Z"
    return svg.path(outline, "band", f"fill:{series(index)}")


_MARKED = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000)


def curves(entries: Sequence[Entry], attempts: int) -> Chart:
    """Draw the share of tasks solved within each number of attempts, with intervals as bands."""
    found = [_curve(entry, attempts) for entry in entries]

    def draw(width: int) -> Svg:
        frame = Frame(width, 400 if width == WIDE else 320)
        marks = [(_along(n, attempts), str(n)) for n in _MARKED if n <= attempts]
        axes = frame.rows(PERCENT), frame.marks(marks), frame.caption("attempts")
        label = "Share of tasks solved against the number of attempts"
        return frame.svg(label, *axes, lines(frame, found))

    return both(draw, line_keys([entry.label for entry in entries]))


def _curve(entry: Entry, attempts: int) -> Line:
    assert isinstance(entry.score, Score), "only AUCCESS has curves"
    curve = entry.score.curve
    shares, bands = curve.success.tolist(), curve.bands()
    ends = [None] * len(shares) if bands is None else bands.T.tolist()
    found = []
    for k, (share, band) in enumerate(zip(shares, ends, strict=True), 1):
        low, high = band or (share, share)
        tip = _tip(entry.label, k, share, band)
        found.append(Point(_along(k, attempts), share, low, high, tip, 3.5))
    return Line(entry.label, found, band=True)


def _tip(label: str, attempt: int, share: float, band: Sequence[float] | None) -> str:
    """Describe a marked point; the others have no dot."""
    if attempt not in _MARKED:
        return ""
    words = f"{label}: {points(share)} % solved within {attempt}"
    return f"{words} (95 % interval {points(band[0])} to {points(band[1])})" if band else words


def _along(attempt: int, attempts: int) -> float:
    return math.log(attempt) / math.log(max(attempts, 2))
