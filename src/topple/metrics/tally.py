"""Count the attempts at one task, one by one and in any order."""

from __future__ import annotations

from collections.abc import Collection

from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

OUTCOMES = tuple(Outcome)
NOWHERE = -1  # the place of an attempt that does not exist

_CODES = {outcome: code for code, outcome in enumerate(OUTCOMES, 1)}
_SHOWN_AS_MISSED = (Outcome.MISSED, Outcome.UNSETTLED)


class Tally:
    """One byte per attempt, sums, and the file positions of the first solved and missed ones."""

    __slots__ = (
        *("_codes", "_missed", "_solved", "missed_place", "solved_place"),
        *("steps", "points", "wall_ms", "tokens", "cost_usd"),
    )

    def __init__(self) -> None:
        self._codes = bytearray()  # one code per attempt number; 0 where none was read
        self._solved = self._missed = 1 << 31
        self.solved_place = self.missed_place = NOWHERE
        self.steps = 0
        self.points = 0.0
        self.wall_ms = 0.0
        self.tokens = 0
        self.cost_usd = 0.0

    def add(self, attempt: Attempt, place: int = NOWHERE) -> bool:
        """Add an attempt; return False if one of this number was added before."""
        number, outcome, codes = attempt.number, attempt.outcome, self._codes
        if number > len(codes):
            codes.extend(bytes(number - len(codes)))
        elif codes[number - 1]:
            return False
        codes[number - 1] = _CODES[outcome]
        self.steps += attempt.steps
        self.points += attempt.points
        self.wall_ms += attempt.wall_ms
        if attempt.asked:
            self.tokens += attempt.tokens
            self.cost_usd += attempt.cost_usd
        if outcome is Outcome.SOLVED:
            if number < self._solved:
                self._solved, self.solved_place = number, place
        elif number < self._missed and outcome in _SHOWN_AS_MISSED:
            self._missed, self.missed_place = number, place
        return True

    def counts(self) -> list[int]:
        """Return the number of attempts by outcome, in the order of `OUTCOMES`."""
        return [self._codes.count(code) for code in _CODES.values()]

    def last_number(self, most: int, uncounted: Collection[Outcome]) -> int:
        """Return the number of the attempt that is the last of `most` counted ones."""
        left_out = {_CODES[outcome] for outcome in uncounted} | {0}
        counted = [number for number, code in enumerate(self._codes, 1) if code not in left_out]
        return counted[most - 1] if len(counted) >= most else len(self._codes)

    def solved_at(self, uncounted: Collection[Outcome]) -> int:
        """Return the number of the counted attempt that solved the task, 0 if none did."""
        left_out = bytes(_CODES[outcome] for outcome in uncounted) + b"\0"
        if self._solved > len(self._codes):
            return 0
        return len(self._codes[: self._solved].translate(None, left_out))
