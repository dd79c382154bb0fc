"""Strategies: what a rule says to shoot at, and the shots that do it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from topple.errors import BadScene

Arc = Literal["flat", "steep"]


@dataclass(frozen=True, slots=True)
class Aim:
    """One shot of a task's plan: at a point, along the flat or the steep arc.

    `tap` is how far along the way to the point the bird's power is used, 1 at the point. `delay` is
    how long the bird waits on the sling. `tries` says which of these numbers matter so much that a
    search around the plan varies them more widely: it multiplies the usual spreads.
    """

    x: float
    y: float
    arc: Arc = "flat"
    stretch: float = 1.0
    tap: float | None = None
    delay: float = 0.0
    tries: float = 1.0


def powers(right: float, up: float) -> tuple[float, ...]:
    """Give what the terms of a leaning number count."""
    squares = (right**2, right * up, up**2)
    cubes = (right**3, right**2 * up, right * up**2, up**3)
    return (1.0, right, up, *squares, *cubes)


@dataclass(frozen=True, slots=True)
class Lean:
    """A number that depends on where a task puts the scene.

    Its terms count 1, how far right and how far up; where there are six, the squares (right by
    right, right by up, up by up); where there are ten, the cubes, in the same order. Birds that fly
    farther come in slower and steeper, and so have to hit elsewhere.
    """

    terms: tuple[float, ...]

    def at(self, right: float, up: float) -> float:
        """Give the number where the scene is so far from where its template lays it out."""
        return sum(term * power for term, power in zip(self.terms, powers(right, up), strict=False))


@dataclass(frozen=True, slots=True)
class Chart:
    """Which of a few ways goes where: letters over how far right and up tasks put the scene.

    Rows run from the highest places to the lowest, letters from left to right; all cells are alike.
    """

    rows: tuple[str, ...]
    right: tuple[float, float]
    up: tuple[float, float]

    def __post_init__(self) -> None:
        if not self.rows or not all(self.rows):
            raise BadScene(f"a chart needs letters in every row, not {list(self.rows)}")
        for name, (low, high) in (("right", self.right), ("up", self.up)):
            if not low < high:
                raise BadScene(f"a chart goes from less to more, not {name}={low, high}")

    def pick(self, common: float | Lean = 0.0, /, **numbers: float | Lean) -> Charted:
        """Let a number of an aim be the one of the letter, on top of what all have in common."""
        unknown = sorted(set("".join(self.rows)) - set(numbers))
        if unknown:
            raise BadScene(f"a chart has {unknown}, the numbers are for {sorted(numbers)}")
        return Charted(self, common, numbers)

    def letter(self, right: float, up: float) -> str:
        """Give the letter of a place; beyond the chart that of its edge."""
        row = self.rows[_cell(-up, (-self.up[1], -self.up[0]), len(self.rows))]
        return row[_cell(right, self.right, len(row))]


def _cell(at: float, span: tuple[float, float], cells: int) -> int:
    share = (at - span[0]) / (span[1] - span[0])
    return min(cells - 1, max(0, math.floor(share * cells)))


@dataclass(frozen=True, slots=True)
class Charted:
    """A number that a chart picks."""

    chart: Chart
    common: float | Lean
    numbers: Mapping[str, float | Lean]

    def at(self, right: float, up: float) -> float:
        """Give the number where the scene is so far from where its template lays it out."""
        picked = self.numbers[self.chart.letter(right, up)]
        return _here(self.common, right, up) + _here(picked, right, up)


Number = float | Lean | Charted


def _here(number: Number, right: float, up: float) -> float:
    return number if isinstance(number, float | int) else number.at(right, up)


@dataclass(frozen=True, slots=True)
class Aiming:
    """One shot of a template's plan: at a thing or beside it, wherever a task puts the scene."""

    at: tuple[float, float]
    arc: Arc
    right: Number
    up: Number
    stretch: Number
    tap: Number | None
    delay: Number
    tries: float

    def placed(self, right: float, up: float) -> Aim:
        """Give the aim of a task whose scene lies so far right and up."""

        def here(number: Number) -> float:
            return _here(number, right, up)

        return Aim(
            self.at[0] + here(self.right) + right,
            self.at[1] + here(self.up) + up,
            self.arc,
            min(1.0, here(self.stretch)),
            None if self.tap is None else here(self.tap),
            max(0.0, here(self.delay)),
            self.tries,
        )


def aim(
    at: tuple[float, float],
    arc: Arc = "flat",
    *,
    right: Number = 0.0,
    up: Number = 0.0,
    stretch: Number = 1.0,
    tap: Number | None = None,
    delay: Number = 0.0,
    tries: float = 1.0,
) -> Aiming:
    """Aim at a thing, or beside it."""
    return Aiming(at, arc, right, up, stretch, tap, delay, tries)


def lean(*terms: float) -> Lean:
    """Let a number of an aim depend on where the scene lies."""
    return Lean(terms)


def chart(*rows: str, right: tuple[float, float], up: tuple[float, float]) -> Chart:
    """Draw which of a few ways goes where the scene lies, the highest row first."""
    return Chart(rows, right, up)
