"""Charts as inline SVG: success against attempts, and a score between its floor and ceiling."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from topple.metrics.bootstrap import Estimate
from topple.metrics.score import Curve, Score
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import interval, points

COLOURS = 7  # the page defines --c0 to --c6, told apart by people who do not see all colours
DASHES = ("", "7 4", "2 3", "9 3 2 3")

_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 14, 12, 42
_MARKED = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000)


def line_style(index: int) -> str:
    """Give the colour and dash of the curve with this number."""
    dash = DASHES[index % len(DASHES)]
    return f"stroke:var(--c{index % COLOURS})" + (f";stroke-dasharray:{dash}" if dash else "")


def curves(entries: Sequence[Entry], attempts: int, width: int, height: int) -> str:
    """Draw success against attempts, on a logarithmic axis, with bands and tooltips."""
    frame = _Frame(width, height, attempts)
    bands, lines = [], []
    for i, entry in enumerate(entries):
        curve = _curve(entry)
        bands.append(_band(frame, curve, i))
        path = _steps(frame, curve.success.tolist())
        name = f"<title>{escape(entry.label)}</title>"
        lines.append(f'<path class="line" style="{line_style(i)}" d="{path}">{name}</path>')
        lines.extend(_dots(frame, entry, i))
    words = "Share of tasks solved against the number of attempts"
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{words}">'
        f"{frame.axes()}{''.join(bands)}{''.join(lines)}</svg>"
    )


def gauge(group: Group, entry: Entry) -> str:
    """Draw a score and its interval on a line from 0 to 100, with floor and ceiling as ticks."""
    found = entry.score.headline
    ends = {"floor": group.floor(entry), "ceiling": group.ceiling(entry)}
    ticks = {f"{k} {points(value)}": value for k, value in ends.items() if value is not None}
    told = f"{points(found.value)}, 95 % interval {interval(found)}"
    words = f"{group.metric.title} {points(found.value)} on a line from 0 to 100"
    return gauge_of(found, ticks, told, words)


def gauge_of(found: Estimate, ticks: Mapping[str, float], told: str, words: str) -> str:
    """Draw a share of 1 and its interval on a line, with ticks under their titles."""
    parts = ['<line class="rail" x1="2" x2="162" y1="11" y2="11"/>']
    for name, value in ticks.items():
        title = f"<title>{escape(name)}</title>"
        parts.append(f'<path class="tick" d="M{_along(value)} 3V19">{title}</path>')
    if found.interval:
        low, high = map(_along, found.interval)
        parts.append(f'<line class="reach" x1="{low}" x2="{high}" y1="11" y2="11"/>')
    title = f"<title>{escape(told)}</title>"
    parts.append(f'<circle class="spot" cx="{_along(found.value)}" cy="11" r="5">{title}</circle>')
    head = f'<svg class="gauge" viewBox="0 0 164 22" role="img" aria-label="{escape(words)}">'
    return f"{head}{''.join(parts)}</svg>"


class _Frame:
    """The way from attempts and shares to the picture."""

    def __init__(self, width: int, height: int, attempts: int) -> None:
        self.width, self.height, self.attempts = width, height, attempts
        self._span = math.log(max(attempts, 2))

    def x(self, attempt: float) -> float:
        share = math.log(attempt) / self._span
        return round(_LEFT + share * (self.width - _LEFT - _RIGHT), 1)

    def y(self, share: float) -> float:
        return round(_TOP + (1 - share) * (self.height - _TOP - _BOTTOM), 1)

    def axes(self) -> str:
        parts = []
        for percent in range(0, 101, 20):
            y = self.y(percent / 100)
            parts.append(f'<path class="grid" d="M{_LEFT} {y}H{self.width - _RIGHT}"/>')
            parts.append(f'<text class="num" x="{_LEFT - 7}" y="{y + 4}">{percent} %</text>')
        for mark in (mark for mark in _MARKED if mark <= self.attempts):
            x, bottom = self.x(mark), self.y(0)
            parts.append(f'<path class="grid" d="M{x} {bottom}v4"/>')
            parts.append(f'<text class="mid" x="{x}" y="{bottom + 17}">{mark}</text>')
        middle = (_LEFT + self.width - _RIGHT) / 2
        parts.append(f'<text class="mid" x="{middle}" y="{self.height - 6}">attempts</text>')
        return "".join(parts)


def _steps(frame: _Frame, shares: Sequence[float]) -> str:
    """Draw straight from point to point; success is only known at whole attempts."""
    ends = [f"{frame.x(k)} {frame.y(share)}" for k, share in enumerate(shares, 1)]
    return "M" + "L".join(ends)


def _band(frame: _Frame, curve: Curve, index: int) -> str:
    if curve.low is None or curve.high is None:
        return ""
    back = [f"{frame.x(k)} {frame.y(v)}" for k, v in enumerate(curve.low.tolist(), 1)][::-1]
    path = f"{_steps(frame, curve.high.tolist())}L{'L'.join(back)}Z"
    return f'<path class="band" style="fill:var(--c{index % COLOURS})" d="{path}"/>'


def _dots(frame: _Frame, entry: Entry, index: int) -> list[str]:
    """Draw points one can ask for their numbers."""
    curve, found = _curve(entry), []
    for mark in (mark for mark in _MARKED if mark <= frame.attempts):
        share = float(curve.success[mark - 1])
        words = f"{entry.label}: {points(share)} % solved within {mark}"
        if curve.low is not None and curve.high is not None:
            low, high = points(float(curve.low[mark - 1])), points(float(curve.high[mark - 1]))
            words += f" (95 % interval {low} to {high})"
        found.append(
            f'<circle style="fill:var(--c{index % COLOURS})" r="3.5" cx="{frame.x(mark)}" '
            f'cy="{frame.y(share)}"><title>{escape(words)}</title></circle>'
        )
    return found


def _curve(entry: Entry) -> Curve:
    assert isinstance(entry.score, Score), "only AUCCESS has curves"
    return entry.score.curve


def _along(share: float) -> float:
    """Give the place on the line; scores below 0 or above 1 stand at its ends."""
    return 2.0 if math.isnan(share) else round(2 + 160 * min(max(share, 0.0), 1.0), 1)
