"""Answers of questions, drawn: stated against true, won by attempt, and shares that add up."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw import svg
from topple.draw.svg import PERCENT, Frame, Svg
from topple.metrics.calibration import Calibration
from topple.metrics.insertions import Inserted
from topple.metrics.shares import (
    BANDS,
    NO,
    PLACES,
    RIGHT,
    UNREADABLE,
    WRONG,
    YES,
    Row,
    Shares,
)
from topple.reports.charts import palette
from topple.reports.charts.lines import Line, Point, lines

_LEAST_DOT, _MOST_DOT = 3.0, 9.0


def reliability(runs: Sequence[tuple[str, Calibration]], width: int) -> Svg:
    """Draw the share that came true against the stated one; dots grow with their answers."""
    frame = Frame(width, width, right=26)
    even = svg.path(svg.polyline((frame.x(end), frame.y(end)) for end in (0, 1)), "end")
    curves = [Line(label, _bins(label, found)) for label, found in runs]
    axes = frame.rows(PERCENT), frame.marks(PERCENT), frame.caption("stated")
    label = "Share that came true against the probability stated"
    return frame.svg(label, *axes, even, lines(frame, curves))


def _bins(label: str, found: Calibration) -> list[Point]:
    points = []
    for own in found.curve:
        share = own.answers / max(1, found.items - found.unreadable)
        words = (
            f"{label}: {own.answers:,} answers of {100 * own.stated:.0f} % on average, "
            f"{100 * own.happened:.0f} % true (95 % interval {100 * own.low:.0f} to "
            f"{100 * own.high:.0f})"
        )
        size = _LEAST_DOT + (_MOST_DOT - _LEAST_DOT) * share**0.5
        points.append(Point(own.stated, own.happened, own.low, own.high, words, size))
    return points


def success(runs: Sequence[tuple[str, Inserted]], width: int) -> Svg:
    """Draw the share won by each attempt."""
    most = max(max(found.solved) for _, found in runs)
    frame = Frame(width, 320)
    marks = [(_along(k, most), str(k)) for k in range(1, most + 1)]
    curves = [Line(label, _attempts(label, found, most)) for label, found in runs]
    axes = frame.rows(PERCENT), frame.marks(marks), frame.caption("attempts")
    return frame.svg("Share of items won by each attempt", *axes, lines(frame, curves))


def _attempts(label: str, found: Inserted, most: int) -> list[Point]:
    points = []
    for k, each in found.solved.items():
        low, high = each.interval or (each.value, each.value)
        words = f"{label}: {100 * each.value:.1f} % won by attempt {k}"
        words += f" (95 % interval {100 * low:.1f} to {100 * high:.1f})"
        points.append(Point(_along(k, most), each.value, low, high, words))
    return points


def _along(attempt: int, most: int) -> float:
    return (attempt - 1) / max(1, most - 1)


_BAR, _GAP, _LEFT, _RIGHT, _TOP = 22, 10, 128, 10, 4
_LEAST_WORDS = 30  # pixels; narrower parts have no share written on them
_FILLS = {
    YES: palette.series(0),
    NO: palette.series(1),
    RIGHT: "var(--solved)",
    WRONG: "var(--missed)",
    UNREADABLE: "var(--unreadable)",
    "win": "var(--solved)",
    "stop": "var(--missed)",
    "time_limit": "var(--unsettled)",
    "overlap": "var(--invalid)",
    "out_of_bounds": palette.series(4),
    "radius_range": palette.series(3),
    "format_error": "var(--unreadable)",
}


def stack(shares: Shares, width: int, label: str) -> Svg:
    """Draw a bar for every row, cut by what was answered; the right answer is underlined."""
    height = _TOP + len(shares.rows) * (_BAR + _GAP)
    bars = [_bar(shares, row, _TOP + i * (_BAR + _GAP), width) for i, row in enumerate(shares.rows)]
    return svg.picture(width, height, label, *bars)


def legend(shares: Shares) -> list[palette.Key]:
    """Return the colours of the answers that occur."""
    return [
        palette.box_key(_fill(shares, i), end.replace("_", " "))
        for i, end in enumerate(shares.ends)
        if any(row.counts[end] for row in shares.rows)
    ]


def _bar(shares: Shares, row: Row, y: int, width: int) -> Svg:
    room, x = width - _LEFT - _RIGHT, float(_LEFT)
    parts = [svg.text(_LEFT - 8, y + _BAR / 2 + 4, row.name, "num own")]
    for i, end in enumerate(shares.ends):
        if row.counts[end]:
            wide = room * row.counts[end] / row.total
            parts.append(_part(shares, row, i, x, y, wide))
            x += wide
    return svg.join(parts)


def _part(shares: Shares, row: Row, index: int, x: float, y: int, wide: float) -> Svg:
    """Draw the part of a bar for one answer."""
    end = shares.ends[index]
    count = row.counts[end]
    tip = f"{row.name}: {end} {count:,} of {row.total:,}"
    parts = [svg.rect(x, y, wide, _BAR, style=f"fill:{_fill(shares, index)}", tip=tip)]
    if end == row.right:
        mark = f"M{x:.1f} {y + _BAR + 3}h{max(wide, 2):.1f}"
        parts.append(svg.path(mark, "right", tip="right"))
    if wide >= _LEAST_WORDS:
        words = f"{100 * count / row.total:.0f}"
        ink = "var(--page)" if end in _FILLS else palette.ink(_shade(shares, index))
        parts.append(svg.text(x + wide / 2, y + _BAR / 2 + 4, words, "mid", f"fill:{ink}"))
    return svg.join(parts)


def _fill(shares: Shares, index: int) -> str:
    """Return the colour of an answer; ordered answers go from light to dark."""
    end = shares.ends[index]
    return _FILLS[end] if end in _FILLS else palette.shade(_shade(shares, index))


def _shade(shares: Shares, index: int) -> float:
    steps = len(BANDS) if shares.ends[0] in BANDS else len(PLACES)
    return 1 - index / (steps - 1)
