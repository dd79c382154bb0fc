"""Draw the learning curve that Stable-Baselines3 logs as an SVG file."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from topple.draw.svg import Frame, Svg, element, join, path, picture, polyline, text

STEPS, SOLVED = "time/total_timesteps", "rollout/ep_rew_mean"
_STYLE = (
    "text{font:12px sans-serif;fill:#444}.num{text-anchor:end}.mid{text-anchor:middle}"
    ".grid{stroke:#ddd;fill:none}.curve{stroke:#0072b2;stroke-width:2;fill:none}"
)
_FRAME = Frame(560, 300, right=34, top=30)
_ROWS = 5  # grid lines above the lowest
_TICKS = [first * 10**power for power in range(2, 7) for first in (1, 2, 5)]


def save(log: Path, picture: Path, unit: str) -> str:
    """Draw a log; return in words where the curve begins and ends."""
    curve = read(log)
    (_, first), (steps, last) = curve[0], curve[-1]
    words = (
        f"{100 * first:.0f} % of the first episodes and {100 * last:.0f} % after {steps:,} {unit}"
    )
    picture.write_text(draw(curve, unit, f"Solved: {words}"))
    return f"{picture.name}: {words}"


def read(log: Path) -> list[tuple[int, float]]:
    """Read a progress.csv: steps, and the share of episodes that were solved."""
    with log.open(newline="") as file:
        rows = csv.DictReader(file)
        return [(int(row[STEPS]), float(row[SOLVED])) for row in rows if row[SOLVED]]


def draw(curve: Sequence[tuple[int, float]], unit: str, label: str) -> Svg:
    """Draw solved episodes against steps; `unit` names the steps."""
    most = max(steps for steps, _ in curve)
    top = next(t for t in (0.1, 0.2, 0.5, 1.0) if max(share for _, share in curve) <= t)
    points = [(_FRAME.x(steps / most), _FRAME.y(share / top)) for steps, share in curve]
    rows = [(k / _ROWS, f"{100 * top * k / _ROWS:g} %") for k in range(_ROWS + 1)]
    step = next(tick for tick in _TICKS if most <= 5 * tick)
    columns = [(k * step / most, f"{k * step:,}") for k in range(most // step + 1)]
    parts = (
        element("style", {}, Svg(_STYLE)),
        _FRAME.rows(rows),
        _FRAME.marks(columns),
        path(polyline(points), "curve"),
        _FRAME.caption(unit),
        text(_FRAME.x(0), 16, "solved, mean of the last 1,000 episodes"),
    )
    drawn = picture(_FRAME.width, _FRAME.height, label, join(parts))
    return Svg(drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
