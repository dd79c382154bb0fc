"""Curves with points that have intervals: shares against anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw import svg
from topple.draw.svg import Frame, Svg
from topple.reports.charts.palette import line_style, series


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
