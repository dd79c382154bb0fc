"""Answers in the records of runs: readings as numbers, outcomes, conversations restored.

A yes is 1 and a no 0, a percentage its share, an order its four numbers, a placement x, y and
radius of every ball.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from topple.errors import BadInput
from topple.physiq.insertion import Status, Talk
from topple.physiq.items import AnswerForm, Item, Kind
from topple.physiq.proposal import Grade
from topple.physiq.readers import AnswerReading
from topple.physiq.readers.placement import Placement
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

UNREADABLE = "no answer could be read"
OUTCOMES = {
    Status.WIN: Outcome.SOLVED,
    Status.STOP: Outcome.MISSED,
    Status.TIME_LIMIT: Outcome.MISSED,
    Status.OVERLAP: Outcome.INVALID,
    Status.OUT_OF_BOUNDS: Outcome.INVALID,
    Status.RADIUS_RANGE: Outcome.INVALID,
    Status.FORMAT_ERROR: Outcome.UNREADABLE,
}

_EVEN = 0.5  # a percentage that takes no side


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


def outcome(item: Item, reading: AnswerReading | None) -> Outcome:
    """Return the outcome of an answer to an item other than an insertion."""
    if reading is None:
        return Outcome.UNREADABLE
    if isinstance(item.truth, tuple):
        if not isinstance(reading, tuple) or sorted(reading) != list(range(1, len(Grade) + 1)):
            return Outcome.INVALID
        right = reading[0] == item.truth[0]
    elif item.form is AnswerForm.PERCENT:
        right = reading != _EVEN and (cast(float, reading) > _EVEN) == item.truth
    else:
        right = reading == item.truth
    return Outcome.SOLVED if right else Outcome.MISSED


def restore_talk(item: Item, done: Sequence[tuple[Attempt, str]]) -> Talk:
    """Restore a conversation from attempts and their answers, without simulating them again."""
    talk = Talk.of(item)
    if item.kind is not Kind.INSERTION:
        return talk
    for attempt, answer in done:
        if attempt.outcome is Outcome.FAILED:
            continue
        if attempt.note not in set(Status):
            raise BadInput(f"`{attempt.note[:40]}` is not a status of an attempt at {item.id}")
        placement = None if attempt.action is None else to_placement(attempt.action)
        talk = talk.restored(Status(attempt.note), placement, answer)
    return talk


def _complete(numbers: Sequence[float | None]) -> list[float]:
    values = [number for number in numbers if number is not None]
    if not values or len(values) < len(numbers):
        raise BadInput(f"{numbers!r} is not the reading of an answer")
    return values
