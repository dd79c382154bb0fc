"""Readings as numbers, as records hold them, and what a reading comes to.

A yes is 1 and a no 0, a percentage its share, an order its four numbers, a placement x, y and
radius of every ball.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from topple.errors import BadInput
from topple.physiq.items import Form, Item
from topple.physiq.proposals import Grade
from topple.physiq.read_placement import Placed
from topple.physiq.reading import Reading
from topple.tasks.outcome import Outcome

Numbers = tuple[float, ...]
_EVEN = 0.5


def numbers(reading: Reading | None) -> Numbers | None:
    """Write a reading as numbers."""
    if reading is None:
        return None
    if isinstance(reading, tuple):
        rows = [row if isinstance(row, tuple) else (row,) for row in reading]
        return tuple(float(number) for row in rows for number in row)
    return (float(reading),)


def reading_of(form: Form, found: Sequence[float | None] | None) -> Reading | None:
    """Read the numbers of a record back."""
    if found is None:
        return None
    values = _all(found)
    match form:
        case Form.YES_NO:
            return values[0] == 1
        case Form.PERCENT:
            return float(values[0])
        case Form.RANKING:
            return tuple(int(number) for number in values)
        case Form.PLACEMENT:
            return placed_of(values)


def placed_of(found: Sequence[float | None]) -> Placed:
    """Put numbers together as balls."""
    values = _all(found)
    if len(values) % 3:
        raise BadInput(f"{len(values)} numbers are no balls of x, y and radius")
    return tuple((values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3))


def _all(found: Sequence[float | None]) -> list[float]:
    values = [number for number in found if number is not None]
    if not values or len(values) < len(found):
        raise BadInput(f"{found!r} is no reading of an answer")
    return values


def outcome(item: Item, reading: Reading | None) -> Outcome:
    """Say what an answer to an item that is no conversation comes to."""
    if reading is None:
        return Outcome.UNREADABLE
    if isinstance(item.truth, tuple):
        if not isinstance(reading, tuple) or sorted(reading) != list(range(1, len(Grade) + 1)):
            return Outcome.INVALID
        right = reading[0] == item.truth[0]
    elif item.form is Form.PERCENT:
        right = reading != _EVEN and (cast(float, reading) > _EVEN) == item.truth
    else:
        right = reading == item.truth
    return Outcome.SOLVED if right else Outcome.MISSED
