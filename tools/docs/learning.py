"""Training curves of learners: kept in few lines, and drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from tools.docs.played import MODELS, ROOT

LINES = 120  # per curve
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_WIDTH, _HEIGHT, _LEFT, _GAP, _TOP, _BOTTOM, _RIGHT = 900, 320, 50, 30, 28, 40, 150

Curve = list[dict[str, Any]]


def read(path: Path) -> Curve:
    """Read the log of `topple train` in intervals of equal time.

    An interval becomes its last line, with the mean of its pass rates: one rate over few games is
    noisy.
    """
    rows: Curve = [json.loads(line) for line in path.read_text().splitlines()]
    stretch = rows[-1]["seconds"] / LINES
    found = []
    for _, some in groupby(rows, lambda row: min(LINES - 1, int(row["seconds"] / stretch))):
        part = list(some)
        rates = [row["passed"] for row in part if row["passed"] is not None]
        mean = float(f"{sum(rates) / len(rates):.6g}") if rates else None
        found.append({**part[-1], "passed": mean})
    return found


def keep(models: Path, folder: Path) -> None:
    """Write one file per trained model with its curve."""
    for path in sorted(models.glob("*/training.jsonl")):
        lines = [json.dumps(row) + "\n" for row in read(path)]
        (folder / f"{path.parent.name}.jsonl").write_text("".join(lines))


def curves(world: str) -> str:
    """Draw the training curves of a world, new ones from `out/models/WORLD`; return their line."""
    folder = ROOT / "docs" / "results" / world
    if (MODELS / world).exists():
        folder.mkdir(exist_ok=True)
        keep(MODELS / world, folder)
    found = {path.stem: read(path) for path in sorted(folder.glob("*.jsonl"))}
    (folder / "curves.svg").write_text(picture({"practice games that were solved": found}))
    return f"![Share of practice games solved against minutes of training]({world}/curves.svg)"


def picture(panels: Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]]) -> str:
    """Draw panels side by side; a panel has a title and a curve per learner."""
    names = sorted({name for curves in panels.values() for name in curves})
    rows = [row for curves in panels.values() for curve in curves.values() for row in curve]
    longest = max(row["seconds"] for row in rows)
    top = -(-max(row["passed"] or 0.0 for row in rows) * 100 // 10) / 10
    across = (_WIDTH - _LEFT - _RIGHT - _GAP * (len(panels) - 1)) / len(panels)
    parts = []
    for number, (title, curves) in enumerate(panels.items()):
        panel = _Panel(_LEFT + number * (across + _GAP), across, longest, top)
        parts += panel.frame(title, numbered=number == 0)
        parts += [panel.line(curve, _colour(names, name)) for name, curve in curves.items()]
    for i, name in enumerate(names):
        x, y = _WIDTH - _RIGHT + 12, _TOP + 12 + 20 * i
        colour = _colour(names, name)
        parts.append(f'<path stroke="{colour}" stroke-width="3" d="M{x} {y - 4}h18"/>')
        parts.append(f'<text x="{x + 24}" y="{y}">{name}</text>')
    style = 'font-family="sans-serif" font-size="12" fill="#333"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {style}>'
    return f"{head}{ground}{''.join(parts)}</svg>\n"


class _Panel:
    """One part of the picture: minutes across, pass rates up."""

    def __init__(self, left: float, across: float, longest: float, top: float) -> None:
        self._left, self._across = left, across
        self._longest, self._highest = longest, top
        self._down = _HEIGHT - _TOP - _BOTTOM

    def frame(self, title: str, *, numbered: bool) -> list[str]:
        middle = self._left + self._across / 2
        parts = [f'<text x="{middle:.1f}" y="{_TOP - 12}" text-anchor="middle">{title}</text>']
        for percent in range(0, round(100 * self._highest) + 1, 10):
            y = self._y(percent / 100)
            parts.append(f'<path stroke="#ddd" d="M{self._left:.1f} {y:.1f}h{self._across:.1f}"/>')
            if numbered:
                place = f'x="{self._left - 8:.1f}" y="{y + 4:.1f}"'
                parts.append(f'<text {place} text-anchor="end">{percent} %</text>')
        minutes = self._longest / 60
        step = 1 if minutes < 8 else 5
        for minute in range(0, int(minutes) + 1, step):
            place = f'x="{self._x(60 * minute):.1f}" y="{_HEIGHT - _BOTTOM + 18}"'
            parts.append(f'<text {place} text-anchor="middle">{minute} min</text>')
        return parts

    def line(self, curve: Sequence[Mapping[str, Any]], colour: str) -> str:
        places = [
            f"{self._x(row['seconds']):.1f} {self._y(row['passed']):.1f}"
            for row in curve
            if row["passed"] is not None
        ]
        return f'<path fill="none" stroke="{colour}" stroke-width="2" d="M{"L".join(places)}"/>'

    def _x(self, seconds: float) -> float:
        return self._left + self._across * seconds / self._longest

    def _y(self, share: float) -> float:
        return _TOP + self._down * (1 - share / self._highest)


def _colour(names: Sequence[str], name: str) -> str:
    return _COLOURS[names.index(name) % len(_COLOURS)]
