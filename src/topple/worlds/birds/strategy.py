"""Strategies: what a rule says to shoot at, and the shots that do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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


Number = float | Lean


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
            return number.at(right, up) if isinstance(number, Lean) else number

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
