"""Charts of answers as inline SVG: a number between floors, and shares that add up."""

from __future__ import annotations

from html import escape

from topple.physiq.reports.figures import Figure
from topple.physiq.reports.shares import BANDS, NO, PLACES, UNREADABLE, YES, Row, Shares
from topple.reports.charts.curves import gauge_of
from topple.reports.charts.heatmap import cell_style, colour

_BAR, _GAP, _LEFT, _RIGHT, _TOP = 22, 10, 128, 10, 4
_LEAST_WORDS = 30  # pixels of a part that has its share written on it
_FILLS = {
    YES: "var(--c0)",
    NO: "var(--c1)",
    UNREADABLE: "var(--unreadable)",
    "win": "var(--solved)",
    "stop": "var(--missed)",
    "time_limit": "var(--unsettled)",
    "overlap": "var(--invalid)",
    "out_of_bounds": "var(--c4)",
    "radius_range": "var(--c3)",
    "format_error": "var(--unreadable)",
}


def gauge(figure: Figure) -> str:
    """Draw a number and its interval on a line from 0 to 1, with floors as ticks."""
    if figure.estimate is None:
        return ""
    ticks = {f"{name} {figure.written(value)}": value for name, value in figure.floors.items()}
    words = f"{figure.title} {figure.value} on a line from its least to its most"
    told = f"{figure.value}, 95 % interval {figure.interval}"
    return gauge_of(figure.estimate, ticks, told, words)


def stacked(shares: Shares, width: int, words: str) -> str:
    """Draw a bar for every row, cut by what was answered; a mark under what is right."""
    height = _TOP + len(shares.rows) * (_BAR + _GAP)
    parts = []
    for i, row in enumerate(shares.rows):
        parts.append(_bar(shares, row, _TOP + i * (_BAR + _GAP), width))
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(words)}">'
        f"{''.join(parts)}</svg>"
    )


def _bar(shares: Shares, row: Row, y: int, width: int) -> str:
    room, x = width - _LEFT - _RIGHT, float(_LEFT)
    middle = y + _BAR / 2 + 4
    parts = [f'<text class="num own" x="{_LEFT - 8}" y="{middle}">{escape(row.name)}</text>']
    for i, end in enumerate(shares.ends):
        count = row.counts[end]
        if not count:
            continue
        wide = room * count / row.total
        share = f"{100 * count / row.total:.0f}"
        title = f"<title>{escape(row.name)}: {escape(end)} {count:,} of {row.total:,}</title>"
        parts.append(
            f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{_BAR}" '
            f'style="fill:{fill(end, i, shares)}">{title}</rect>'
        )
        if end == row.right:
            mark = f"M{x:.1f} {y + _BAR + 3}h{max(wide, 2):.1f}"
            parts.append(f'<path class="right" d="{mark}"><title>right</title></path>')
        if wide >= _LEAST_WORDS:
            ink = _ink(end, i, shares)
            parts.append(
                f'<text class="mid" style="fill:{ink}" x="{x + wide / 2:.1f}" y="{middle}">'
                f"{share}</text>"
            )
        x += wide
    return "".join(parts)


def legend(shares: Shares) -> str:
    """Give the colours of the answers that occur."""
    seen = [end for end in shares.ends if any(row.counts[end] for row in shares.rows)]
    items = "".join(
        f'<li><svg viewBox="0 0 30 10" aria-hidden="true"><rect x="1" y="1" width="28" height="8" '
        f'rx="1" style="fill:{fill(end, shares.ends.index(end), shares)}"/></svg>'
        f"{escape(end.replace('_', ' '))}</li>"
        for end in seen
    )
    return f'<ul class="legend">{items}</ul>'


def fill(end: str, index: int, shares: Shares) -> str:
    """Give the colour of an answer; ordered ones go from light to dark."""
    if end in _FILLS:
        return _FILLS[end]
    red, green, blue = colour(_shade(index, shares))
    return f"rgb({red},{green},{blue})"


def _shade(index: int, shares: Shares) -> float:
    steps = len(BANDS) if shares.ends[0] in BANDS else len(PLACES)
    return 1 - index / (steps - 1)


def _ink(end: str, index: int, shares: Shares) -> str:
    if end in _FILLS:
        return "var(--page)"
    return cell_style(_shade(index, shares)).rpartition("color:")[2]
