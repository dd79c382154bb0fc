"""The task that a person has to play, and what browsers say about their time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from topple.errors import BadInput
from topple.tasks.outcome import Outcome
from topple.web import films
from topple.web.study.plan import Item
from topple.web.study.store import Made

_LONGEST = 24 * 3600.0  # seconds; a browser that says more is mistaken


@dataclass(frozen=True, slots=True)
class Due:
    """The task that a person has to play: its place among all, and the attempt."""

    item: Item
    place: int
    count: int
    attempt: int
    trial: str
    left: float | None  # seconds until the time is up; None without a limit

    @property
    def task(self) -> str:
        return self.item.task


def is_solved(made: list[Made]) -> bool:
    """Return whether one of some attempts has solved its task."""
    return any(each.outcome == Outcome.SOLVED for each in made)


def is_over(item: Item, made: list[Made]) -> bool:
    """Return whether a task needs no more attempts."""
    ended = sum(each.ended is not None for each in made)
    return is_solved(made) or ended >= item.attempts


def seconds(value: object) -> float:
    """Return a moment that a browser says, within sense."""
    try:
        (found,) = films.read_numbers([value])
    except BadInput:
        return 0.0
    return min(max(found, 0.0), _LONGEST)


def client_ms(given: Mapping[str, Any]) -> float | None:
    """Return what a browser's clock says, in milliseconds; None if it makes no sense."""
    try:
        (found,) = films.read_numbers([given.get("client_ms")])
    except BadInput:
        return None
    return found if 0 <= found <= 1000 * _LONGEST else None
