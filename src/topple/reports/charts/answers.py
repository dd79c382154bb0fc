"""Curves of answers: stated against true, and won by attempt."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw import svg
from topple.draw.svg import PERCENT, Frame, Svg
from topple.metrics.calibration import Calibration
from topple.metrics.insertions import Inserted
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
