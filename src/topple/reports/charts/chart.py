"""A chart drawn twice: for wide screens and for narrow ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from topple.draw.svg import Svg
from topple.reports.charts.palette import Key

WIDE, NARROW = 900, 430  # pixels


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart in two widths, and the legend above it."""

    wide: Svg
    narrow: Svg
    legend: Sequence[Key] = ()


def both(draw: Callable[[int], Svg], legend: Sequence[Key] = ()) -> Chart:
    """Draw a chart in both widths."""
    return Chart(draw(WIDE), draw(NARROW), legend)
