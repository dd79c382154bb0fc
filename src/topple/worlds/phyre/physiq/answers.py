"""The forms of answers, and answers as numbers: the actions of questions.

A yes is 1 and a no 0, a percentage its share, an order its four numbers, a placement x, y and
radius of every ball.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.tasks.moves import Number, one_of
from topple.tasks.question import Answering
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.physiq.proposal import Grade
from topple.worlds.phyre.physiq.readers.placement import Placement
from topple.worlds.phyre.physiq.readers.ranking import Order

AnswerReading = bool | float | Order | Placement

_BALL = (
    Number("x", 0.0, WIDTH),
    Number("y", 0.0, WIDTH),
    Number("radius", SMALLEST_RADIUS, LARGEST_RADIUS),
)


class AnswerForm(StrEnum):
    """What an answer looks like; `topple.physiq.readers` has the grammars."""

    YES_NO = "yes_no"
    PERCENT = "percent"
    RANKING = "ranking"
    PLACEMENT = "placement"


@dataclass(frozen=True)
class AnswerSpace(Answering):
    """The answers of one form, for a number of balls."""

    form: AnswerForm
    balls: int = 1

    @property
    def name(self) -> str:
        return f"physiq-{self.form}-{self.count}"

    @property
    def count(self) -> int:
        """How many balls an answer places, 1 where it places none."""
        return self.balls if self.form is AnswerForm.PLACEMENT else 1

    @property
    def dimensions(self) -> int:
        return len(self.numbers())

    def numbers(self) -> tuple[Number, ...]:
        places = range(1, len(Grade) + 1)
        return {
            AnswerForm.YES_NO: (one_of("yes", (0, 1)),),
            AnswerForm.PERCENT: (Number("share", 0.0, 1.0),),
            AnswerForm.RANKING: tuple(one_of("proposal", tuple(places)) for _ in places),
            AnswerForm.PLACEMENT: _BALL * self.balls,
        }[self.form]

    def sample(self, rng: np.random.Generator) -> Action:
        """Draw an answer uniformly."""
        match self.form:
            case AnswerForm.YES_NO:
                return (float(rng.integers(2)),)
            case AnswerForm.RANKING:
                return tuple(float(i) + 1 for i in rng.permutation(len(Grade)))
        return tuple(float(rng.uniform(each.low, each.high)) for each in self.numbers())


def to_numbers(reading: AnswerReading | None) -> tuple[float, ...] | None:
    """Write a reading as numbers."""
    if reading is None:
        return None
    if isinstance(reading, tuple):
        rows = [row if isinstance(row, tuple) else (row,) for row in reading]
        return tuple(float(number) for row in rows for number in row)
    return (float(reading),)


def from_numbers(form: AnswerForm, numbers: Sequence[float | None] | None) -> AnswerReading | None:
    """Restore a reading from the numbers of a record."""
    if numbers is None:
        return None
    values = _complete(numbers)
    match form:
        case AnswerForm.YES_NO:
            return values[0] == 1
        case AnswerForm.PERCENT:
            return float(values[0])
        case AnswerForm.RANKING:
            return tuple(int(number) for number in values)
        case AnswerForm.PLACEMENT:
            return to_placement(values)


def to_placement(numbers: Sequence[float | None]) -> Placement:
    """Group numbers into balls of x, y and radius."""
    values = _complete(numbers)
    if len(values) % 3:
        raise BadInput(f"{len(values)} numbers cannot be grouped into x, y and radius")
    return tuple((values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3))


def _complete(numbers: Sequence[float | None]) -> list[float]:
    values = [number for number in numbers if number is not None]
    if not values or len(values) < len(numbers):
        raise BadInput(f"{numbers!r} is not the reading of an answer")
    return values
