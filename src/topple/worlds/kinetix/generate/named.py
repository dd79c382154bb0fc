"""Draws of one task in named groups, so that the same names can be used again and again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from topple.sim import maths
from topple.tasks.draw import Draw

T = TypeVar("T")


class Named:
    """The draws under one prefix."""

    def __init__(self, draw: Draw, prefix: str = "") -> None:
        self._draw, self._prefix = draw, prefix

    def at(self, name: str) -> Named:
        """Return the draws under a longer prefix."""
        return Named(self._draw, f"{self._prefix}{name}/")

    def __call__(self, name: str, low: float = 0.0, high: float = 1.0) -> float:
        """Draw a number between `low` and `high`."""
        return self._draw(self._prefix + name, low, high)

    def chance(self, name: str, probability: float) -> bool:
        """Return True with a probability."""
        return self(name) < probability

    def pick(self, name: str, values: Sequence[T]) -> T:
        """Draw one of the values."""
        return self._draw.pick(self._prefix + name, values)

    def weighted(self, name: str, weights: Mapping[T, float]) -> T:
        """Draw a key with a probability proportional to its weight."""
        left = self(name) * maths.total(weights.values())
        for value, weight in weights.items():
            left -= weight
            if left < 0:
                return value
        return value

    def order(self, name: str, count: int) -> list[int]:
        """Draw an order of the first `count` numbers."""
        return sorted(range(count), key=lambda number: self(f"{name}{number}"))
