"""Curves of answers as inline SVG: stated against true, and won by attempt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from topple.metrics.calibration import Calibration
from topple.metrics.insertions import Inserted
from topple.reports.charts.curves import COLOURS, line_style

_LEFT, _RIGHT, _TOP, _BOTTOM = 50, 14, 12, 44
_LEAST_DOT, _MOST_DOT = 3.0, 9.0


@dataclass(frozen=True, slots=True)
class Point:
    """A place on a curve, its interval, and words for whoever points at it."""

    x: float
    y: float
    low: float
    high: float
    words: str
    size: float = _LEAST_DOT + 1


def reliability(runs: Sequence[tuple[str, Calibration]], width: int) -> str:
    """Draw the share that came true against what was stated; dots grow with the answers in them."""
    frame = _Frame(width, width, "stated", [(k / 5, f"{20 * k} %") for k in range(6)])
    even = f'<path class="end" d="M{frame.x(0)} {frame.y(0)}L{frame.x(1)} {frame.y(1)}"/>'
    curves = [
        (label, [_bin(label, each.answers, found, i) for i, each in enumerate(found.curve)])
        for label, found in runs
    ]
    return frame.svg("Share that came true against the probability stated", even, curves)


def _bin(label: str, answers: int, found: Calibration, index: int) -> Point:
    own = found.curve[index]
    share = answers / max(1, found.items - found.unreadable)
    words = (
        f"{label}: {answers:,} answers of {100 * own.stated:.0f} % on average, "
        f"{100 * own.happened:.0f} % true (95 % interval {100 * own.low:.0f} to "
        f"{100 * own.high:.0f})"
    )
    size = _LEAST_DOT + (_MOST_DOT - _LEAST_DOT) * share**0.5
    return Point(own.stated, own.happened, own.low, own.high, words, size)


def success(runs: Sequence[tuple[str, Inserted]], width: int, height: int) -> str:
    """Draw the share won by each attempt."""
    most = max(max(found.solved) for _, found in runs)
    marks = [((k - 1) / max(1, most - 1), str(k)) for k in range(1, most + 1)]
    frame = _Frame(width, height, "attempts", marks)
    curves = []
    for label, found in runs:
        points = []
        for k, each in found.solved.items():
            low, high = each.interval or (each.value, each.value)
            words = f"{label}: {100 * each.value:.1f} % won by attempt {k}"
            words += f" (95 % interval {100 * low:.1f} to {100 * high:.1f})"
            points.append(Point((k - 1) / max(1, most - 1), each.value, low, high, words))
        curves.append((label, points))
    return frame.svg("Share of items won by each attempt", "", curves)


class _Frame:
    """The way from shares to the picture; x goes from 0 to 1, too."""

    def __init__(
        self, width: int, height: int, title: str, marks: Sequence[tuple[float, str]]
    ) -> None:
        self.width, self.height, self.title, self.marks = width, height, title, marks

    def x(self, share: float) -> float:
        inset = 16
        return round(_LEFT + inset + share * (self.width - _LEFT - _RIGHT - 2 * inset), 1)

    def y(self, share: float) -> float:
        return round(_TOP + (1 - share) * (self.height - _TOP - _BOTTOM), 1)

    def svg(self, words: str, behind: str, curves: Sequence[tuple[str, Sequence[Point]]]) -> str:
        """Draw axes, curves, whiskers and dots."""
        parts = [self._axes(), behind]
        for i, (label, points) in enumerate(curves):
            parts.append(self._curve(label, points, i))
        return (
            f'<svg viewBox="0 0 {self.width} {self.height}" role="img" '
            f'aria-label="{escape(words)}">{"".join(parts)}</svg>'
        )

    def _axes(self) -> str:
        parts, bottom = [], self.y(0)
        for percent in range(0, 101, 20):
            y = self.y(percent / 100)
            parts.append(f'<path class="grid" d="M{_LEFT} {y}H{self.width - _RIGHT}"/>')
            parts.append(f'<text class="num" x="{_LEFT - 7}" y="{y + 4}">{percent} %</text>')
        for place, words in self.marks:
            x = self.x(place)
            parts.append(f'<path class="grid" d="M{x} {bottom}v4"/>')
            parts.append(f'<text class="mid" x="{x}" y="{bottom + 18}">{words}</text>')
        middle = (_LEFT + self.width - _RIGHT) / 2
        parts.append(f'<text class="mid" x="{middle}" y="{self.height - 6}">{self.title}</text>')
        return "".join(parts)

    def _curve(self, label: str, points: Sequence[Point], index: int) -> str:
        ends = [f"{self.x(p.x)} {self.y(p.y)}" for p in points]
        colour = f"var(--c{index % COLOURS})"
        name = f"<title>{escape(label)}</title>"
        line = f'class="line" style="{line_style(index)}" d="M{"L".join(ends)}"'
        parts = [f"<path {line}>{name}</path>"]
        for p in points:
            x = self.x(p.x)
            parts.append(
                f'<path class="whisker" style="stroke:{colour}" '
                f'd="M{x} {self.y(p.low)}V{self.y(p.high)}"/>'
            )
            parts.append(
                f'<circle style="fill:{colour}" r="{p.size:.1f}" cx="{x}" cy="{self.y(p.y)}">'
                f"<title>{escape(p.words)}</title></circle>"
            )
        return "".join(parts) if points else ""
