"""Bars of answers: shares that add up, cut by what was answered."""

from __future__ import annotations

from topple.draw import svg
from topple.draw.svg import Svg
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


def stacked(shares: Shares, width: int, label: str) -> Svg:
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
