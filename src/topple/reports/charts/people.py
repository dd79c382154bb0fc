"""Scores on the scale of people, as inline SVG: one row an agent, ours and the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from topple.metrics.bootstrap import Estimate
from topple.reports.charts.curves import COLOURS
from topple.reports.tables.text import interval, points

_ROW, _TOP, _BOTTOM, _RIGHT = 26, 34, 34, 30
_STEP = 0.2  # between marks


@dataclass(frozen=True, slots=True)
class Place:
    """An agent on the scale; `colour` is None for one that was published."""

    label: str
    score: Estimate
    colour: int | None = None


def scale(places: Sequence[Place], sd: float, width: int) -> str:
    """Draw the scale, random at 0 and people at 100; `sd` is how far people spread, as a share.

    Published places come last.
    """
    frame = _Frame(places, sd, width)
    ours = sum(place.colour is not None for place in places)
    heading = _ROW if ours < len(places) else 0
    bottom = _TOP + _ROW * len(places) + heading
    height = bottom + _BOTTOM
    left, right = frame.x(1 - sd), frame.x(1 + sd)
    parts = [
        f'<rect class="people" x="{left}" y="{_TOP}" width="{right - left:.1f}" '
        f'height="{bottom - _TOP}"><title>people: one standard deviation either way</title></rect>',
        *frame.marks(bottom),
        f'<text class="mid" x="{frame.x(0)}" y="{_TOP - 10}">random</text>',
        f'<text class="mid" x="{frame.x(1)}" y="{_TOP - 10}">people</text>',
        *(
            frame.row(place, _TOP + _ROW * (i + 0.5) + (heading if i >= ours else 0))
            for i, place in enumerate(places)
        ),
        f'<text class="num" x="{frame.left - 10}" y="{_TOP + _ROW * (ours + 0.5) + 6}">'
        "in the original engine:</text>"
        if heading
        else "",
        f'<text class="mid" x="{frame.x(0.5)}" y="{height - 4}">Phy-Q score</text>',
    ]
    words = "Phy-Q scores on a scale from a random agent to people"
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{words}">'
        f"{''.join(parts)}</svg>"
    )


class _Frame:
    """The way from scores to the picture."""

    def __init__(self, places: Sequence[Place], sd: float, width: int) -> None:
        ends: list[float] = [p.score.value for p in places]
        ends += [end for p in places for end in p.score.interval or ()]
        low, high = min([-0.05, *ends]), max([1 + sd, *ends])
        self.left = min(170, width // 3)
        self._low, self._unit = low, (width - self.left - _RIGHT) / (high - low)
        self._high = high

    def x(self, score: float) -> float:
        return round(self.left + (score - self._low) * self._unit, 1)

    def marks(self, bottom: float) -> list[str]:
        found = []
        for i in range(round(self._low / _STEP), int(self._high / _STEP + 1e-9) + 1):
            x, kind = self.x(i * _STEP), "end" if i in (0, 5) else "grid"
            found.append(f'<path class="{kind}" d="M{x} {_TOP - 4}V{bottom}"/>')
            found.append(f'<text class="mid" x="{x}" y="{bottom + 16}">{20 * i}</text>')
        return found

    def row(self, place: Place, y: float) -> str:
        found, ours = place.score, place.colour is not None
        colour = f"var(--c{place.colour % COLOURS})" if place.colour is not None else ""
        label = escape(place.label)
        parts = [
            f'<text class="num{" own" if ours else ""}" x="{self.left - 10}" y="{y + 4}">'
            f"{label}</text>"
        ]
        end = self.x(found.value)
        if found.interval:
            low, end = self.x(found.interval[0]), max(end, self.x(found.interval[1]))
            parts.append(f'<path class="whisker" style="stroke:{colour}" d="M{low} {y}H{end}"/>')
        words = f"{label}: {points(found.value)}"
        words += f", 95 % interval {interval(found)}" if found.interval else ""
        style = f' style="fill:{colour}"' if ours else ' class="theirs"'
        parts.append(
            f'<circle{style} r="{6 if ours else 4.5}" cx="{self.x(found.value)}" cy="{y}">'
            f"<title>{words}</title></circle>"
        )
        # What stands left of the line at 0 has its number right of it.
        end = max(end, self.x(0)) if found.value < 0 else end
        parts.append(f'<text x="{end + 9}" y="{y + 4}">{points(found.value)}</text>')
        return "".join(parts)
