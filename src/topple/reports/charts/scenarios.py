"""Pass rates by scenario as inline SVG: runs are bars, people a band, published agents dots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from topple.metrics.phyq.metric import PhyqScore, ScenarioScore
from topple.metrics.phyq.scale import Published
from topple.reports.charts.curves import COLOURS
from topple.reports.tables.text import interval, points
from topple.worlds.birds.template import SCENARIOS

_BAR, _DOTS, _GAP = 9, 12, 12
_TOP, _BOTTOM, _RIGHT = 8, 40, 24


def bars(
    runs: Sequence[tuple[str, str | None, PhyqScore]],
    known: Published,
    width: int,
    *,
    compare: bool,
) -> str:
    """Draw a row for every scenario; runs are label, published agent of the kind, and score.

    With `compare`, published agents are shown too: they played the same kind of tasks.
    """
    left = min(190, int(width * 0.36))
    unit = width - left - _RIGHT
    pitch = _BAR * len(runs) + (_DOTS if compare else 0) + _GAP
    height = _TOP + pitch * len(SCENARIOS) + _BOTTOM
    parts = [*_marks(left, unit, height - _BOTTOM)]
    for i, name in enumerate(SCENARIOS):
        top = _TOP + pitch * i + _GAP / 2
        middle = top + (pitch - _GAP) / 2
        parts.append(_people(known, i, left, unit, top - 3, pitch - _GAP + 6))
        title = f"{i + 1} {name.replace('_', ' ')}"
        parts.append(f'<text class="num own" x="{left - 10}" y="{middle + 4}">{title}</text>')
        for k, (label, twin, score) in enumerate(runs):
            y = top + _BAR * (k + 0.5)
            own = {row.number: row for row in score.scenarios}.get(i + 1)
            if own:
                parts.append(_bar(label, own, k, left, unit, y))
            if compare and twin:
                parts.append(_twin(twin, known.agents[twin][i], k, left, unit, y))
        if compare:
            y = top + _BAR * len(runs) + _DOTS / 2
            parts += _dots({n: float(r[i]) for n, r in known.agents.items()}, left, unit, y)
    middle = left + unit / 2
    parts.append(f'<text class="mid" x="{middle}" y="{height - 6}">pass rate</text>')
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="Pass rates by scenario">'
        f"{''.join(parts)}</svg>"
    )


def _marks(left: float, unit: float, bottom: float) -> list[str]:
    found = []
    for percent in range(0, 101, 20):
        x = round(left + unit * percent / 100, 1)
        found.append(f'<path class="grid" d="M{x} {_TOP}V{bottom}"/>')
        found.append(f'<text class="mid" x="{x}" y="{bottom + 16}">{percent} %</text>')
    return found


def _people(known: Published, i: int, left: float, unit: float, top: float, height: float) -> str:
    mean, sd = float(known.human_mean[i]), float(known.human_sd[i])
    low, high = max(0.0, mean - sd), min(1.0, mean + sd)
    x, place = left + unit * low, left + unit * mean
    words = f"people: {points(mean)} %, standard deviation {points(sd)}"
    return (
        f'<rect class="people" x="{x:.1f}" y="{top:.1f}" width="{unit * (high - low):.1f}" '
        f'height="{height:.1f}"><title>{words}</title></rect>'
        f'<path class="end" d="M{place:.1f} {top:.1f}v{height:.1f}"/>'
    )


def _bar(label: str, own: ScenarioScore, k: int, left: float, unit: float, y: float) -> str:
    colour, rate = f"var(--c{k % COLOURS})", own.rate
    words = f"{label}: {points(rate.value)} %, 95 % interval {interval(rate)}, z {own.z:.1f}"
    parts = [
        # A rate of 0 is seen as a thin line, which no bar at all is not.
        f'<rect style="fill:{colour}" x="{left}" y="{y - 3:.1f}" '
        f'width="{max(1.5, unit * rate.value):.1f}" height="6" rx="1">'
        f"<title>{escape(words)}</title></rect>"
    ]
    if rate.interval:
        low, high = (left + unit * end for end in rate.interval)
        parts.append(f'<path class="reachline" d="M{low:.1f} {y:.1f}H{high:.1f}"/>')
    return "".join(parts)


def _twin(name: str, rate: float, k: int, left: float, unit: float, y: float) -> str:
    x = left + unit * rate
    return (
        f'<path class="twin" style="stroke:var(--c{k % COLOURS})" '
        f'd="M{x:.1f} {y - 5:.1f}l5 5-5 5-5-5z">'
        f"<title>{escape(name)} as published: {points(rate)} %</title></path>"
    )


def _dots(rates: Mapping[str, float], left: float, unit: float, y: float) -> list[str]:
    return [
        f'<circle class="theirs" r="3" cx="{left + unit * rate:.1f}" cy="{y:.1f}">'
        f"<title>{escape(name)} as published: {points(rate)} %</title></circle>"
        for name, rate in rates.items()
    ]
