"""Moves as data: what can be done at a moment of a game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from topple.tasks.attempt import Action
from topple.tasks.draw import normals

Move: TypeAlias = Sequence[float]  # a move has as many numbers as its world declares


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a move: a range, or the only values that it may have."""

    name: str
    low: float
    high: float
    values: tuple[float, ...] = ()
    whole: bool = False

    def allows(self, number: float) -> bool:
        """Return whether a move may have this number."""
        if self.values:
            return number in self.values
        return self.low <= number <= self.high and not (self.whole and number % 1)

    def draw(self, rng: np.random.Generator) -> float:
        """Draw a number that is allowed."""
        if self.values:
            return float(rng.choice(self.values))
        if self.whole:
            return float(rng.integers(int(self.low), int(self.high) + 1))
        if math.isinf(self.high - self.low):
            return normals(rng, 1)[0]
        return float(rng.uniform(self.low, self.high))


def one_of(name: str, values: Sequence[float]) -> Number:
    """Return a number that has one of some values."""
    return Number(name, min(values), max(values), tuple(float(value) for value in values))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of move: its name, and its numbers in order."""

    name: str
    numbers: tuple[Number, ...]

    def allows(self, move: Move) -> bool:
        """Return whether a move is of this kind."""
        return len(move) == len(self.numbers) and all(
            number.allows(value) for number, value in zip(self.numbers, move, strict=True)
        )

    def draw(self, rng: np.random.Generator) -> Action:
        """Draw a move of this kind."""
        return tuple(number.draw(rng) for number in self.numbers)


Moves: TypeAlias = tuple[Kind, ...]
