"""Questions about a shot before it is played, with a few answers to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from topple.worlds.pool.shot import Shot
from topple.worlds.pool.table import Point

LETTERS = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a shot; `answer` is the number of the right option, from 0.

    `spots` are places that letters mark on the table, one per option, if the options are places.
    """

    text: str
    shot: Shot
    options: tuple[str, ...]
    answer: int
    spots: tuple[Point, ...] = ()

    def is_option(self, number: float) -> bool:
        """Return whether a number stands for an option."""
        return number in range(len(self.options))
