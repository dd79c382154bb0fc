"""Answers as shares that add up, and the names of answers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

UNREADABLE = "unreadable"
YES, NO = "yes", "no"
RIGHT, WRONG = "right", "wrong"
BANDS = ("0 to 20 %", "20 to 40 %", "40 to 60 %", "60 to 80 %", "80 to 100 %")
PLACES = ("first", "second", "third", "last")


@dataclass(frozen=True, slots=True)
class Row:
    """Cases of one kind, counted by their answers; `right` is the right answer."""

    name: str
    counts: Counter[str]
    right: str = ""

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class Shares:
    """Rows over the same answers; `ends` are these in order, the unreadable last."""

    ends: tuple[str, ...]
    rows: tuple[Row, ...]
