"""What the attempts at one task come to, taken in one by one and in any order."""

from __future__ import annotations

from collections.abc import Collection

from topple.tasks.outcome import Outcome

OUTCOMES = tuple(Outcome)
CODES = {str(outcome).encode(): code for code, outcome in enumerate(OUTCOMES, 1)}
NOWHERE = -1  # no attempt of the kind

_SOLVED = CODES[b"solved"]
_SHOWN_AS_MISSED = (CODES[b"missed"], CODES[b"unsettled"])


class Tally:
    """One byte per try, sums, and where in a file the earliest solved and missed tries stand."""

    __slots__ = (
        *("_codes", "_missed", "_solved", "missed_place", "solved_place"),
        *("steps", "wall_ms", "tokens", "cost_usd"),
    )

    def __init__(self) -> None:
        self._codes = bytearray()  # by number; 0 where no attempt was read
        self._solved = self._missed = 1 << 31
        self.solved_place = self.missed_place = NOWHERE
        self.steps = 0
        self.wall_ms = 0.0
        self.tokens = 0
        self.cost_usd = 0.0

    def add(self, number: int, code: int, place: int = NOWHERE) -> bool:
        """Take in an attempt by its number from 1; say whether that number is new."""
        codes = self._codes
        if number > len(codes):
            codes.extend(bytes(number - len(codes)))
        elif codes[number - 1]:
            return False
        codes[number - 1] = code
        if code in _SHOWN_AS_MISSED:
            if number < self._missed:
                self._missed, self.missed_place = number, place
        elif code == _SOLVED and number < self._solved:
            self._solved, self.solved_place = number, place
        return True

    def counts(self) -> list[int]:
        """Count the outcomes, in the order of `OUTCOMES`."""
        return [self._codes.count(code) for code in CODES.values()]

    def solved_at(self, uncounted: Collection[Outcome]) -> int:
        """Give the number of the counted attempt that solved the task, 0 if none did."""
        left_out = bytes(CODES[str(outcome).encode()] for outcome in uncounted) + b"\0"
        if self._solved > len(self._codes):
            return 0
        return len(self._codes[: self._solved].translate(None, left_out))
