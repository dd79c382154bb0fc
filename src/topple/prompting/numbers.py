"""A form declared as a list of ranges, for worlds whose actions are a few free numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from topple.prompting.form import Form
from topple.prompting.reader import Slot, Values
from topple.tasks.attempt import Action


@dataclass(frozen=True, slots=True)
class Range:
    """One number of an action; `meaning` completes the sentence `X is ...`."""

    name: str
    least: float
    most: float
    meaning: str

    @property
    def letters(self) -> str:
        """The letters that stand for the number in explanations."""
        return self.name.upper()


class Numbers(Form):
    """The numbers of the world's own action, each by its name: `x: 0.3, y: 0.7`."""

    def __init__(self, name: str, ranges: Sequence[Range]) -> None:
        self._name, self.ranges = name, tuple(ranges)

    @property
    def name(self) -> str:
        return self._name

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(Slot(each.name, re.escape(each.name.lower())) for each in self.ranges)

    @property
    def pattern(self) -> str:
        return ", ".join(f"{each.name}: {each.letters}" for each in self.ranges)

    @property
    def example(self) -> Values:
        # Away from the middle, which may be a good guess.
        return tuple(each.least + 0.3 * (each.most - each.least) for each in self.ranges)

    def explained(self) -> tuple[str, ...]:
        return tuple(
            f"{each.letters} is {each.meaning}, a number from {each.least:g} to {each.most:g}."
            for each in self.ranges
        )

    def refusal(self, values: Sequence[float]) -> str:
        for each, value in zip(self.ranges, values, strict=True):
            if not each.least <= value <= each.most:
                return f"{each.name} is {value:g}: give {each.least:g} to {each.most:g}"
        return ""

    def action(self, values: Sequence[float]) -> Action:
        return tuple(values)

    def words(self, values: Sequence[float]) -> str:
        pairs = zip(self.ranges, values, strict=True)
        return ", ".join(f"{each.name}: {value:.6g}" for each, value in pairs)

    def sample(self, rng: np.random.Generator) -> Values:
        return tuple(float(rng.uniform(each.least, each.most)) for each in self.ranges)

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [tuple(action)]
