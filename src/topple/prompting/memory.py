"""What the next question says of what was tried: all of it in words, some of it in pictures.

Whole plans begin from the same scene again and again, so moments of the last attempts that missed
are shown. In a game, the pictures of the last turns are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from topple.prompting.exchange import Turn
from topple.prompting.form import Form
from topple.prompting.history import History, Moments, Past
from topple.prompting.predictions import truth_of
from topple.prompting.question import Part, Picture
from topple.prompting.reader import Values
from topple.prompting.setup import APART, Setup
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome


class Memory:
    """Earlier attempts at a task, or earlier turns of a game.

    `moments` shows an earlier attempt, which was written in a form.
    """

    def __init__(
        self, setup: Setup, form: Form, kind: str, moments: Callable[[Action], Moments]
    ) -> None:
        self.past: list[Past] = []
        self._setup, self._form, self._kind, self._draw = setup, form, kind, moments
        self._history = History.parse(setup.history)
        self._moments: dict[int, Moments] = {}
        self._seen: list[Picture] = []  # the game as it stood before each turn

    def clear(self) -> None:
        """Forget all turns: another game begins."""
        self.past, self._seen = [], []

    def add_turn(self, turn: Turn, note: str) -> None:
        """Remember a turn of the game in play."""
        outcome = Outcome(turn.outcome) if turn.outcome else Outcome.MISSED
        self._add(turn.decision, turn.read, outcome, note, turn.prediction)

    def add_attempt(self, number: int, attempt: Attempt, turn: Mapping[str, Any]) -> None:
        """Remember an attempt and its turn, which older records may lack."""
        action = tuple(part for part in attempt.action or () if part is not None)
        why, prediction = str(turn.get("why", "")), turn.get("prediction", {})
        self._add(number, turn.get("read"), attempt.outcome, why, prediction, action)

    def _add(
        self,
        number: int,
        read: Values | None,
        outcome: Outcome,
        note: str,
        prediction: Mapping[str, Any],
        action: Action = (),
    ) -> None:
        words = self._setup.wording.words(self._form, read) if read else ""
        said = str(prediction.get("text", ""))
        checked = truth_of(prediction)
        self.past.append(Past(number, words, outcome, note, said, action or None, checked))

    def see(self, now: Sequence[Part]) -> None:
        """Keep the picture of the present turn for the turns after it."""
        picture = next((part for part in now if isinstance(part, Picture)), None)
        if picture is not None:
            self._seen = [*self._seen[: len(self.past)], picture]

    def parts(self, now: Sequence[Part], *, pictured: bool) -> list[Part]:
        """Return words about what was tried, and pictures of it; `now` is shown besides."""
        if not (self._history.words and self.past):
            return []
        shown = sum(isinstance(part, Picture) for part in now)
        room = max(0, self._setup.pictures - shown) if self._setup.pictures else None
        found: list[Part] = [self._setup.wording.past(self.past, self._kind)]
        if not (pictured and self._history.attempts):
            return found
        return [*found, *(self._turns(room) if self._kind == "turn" else self._attempts(room))]

    def _turns(self, room: int | None) -> list[Part]:
        most = self._history.attempts if room is None else min(room, self._history.attempts)
        first, count = max(0, len(self.past) - most), len(self.past)
        found: list[Part] = []
        for past, picture in zip(self.past[first:], self._seen[first:count], strict=True):
            found += [f"Before turn {past.number}:", picture]
        return found

    def _attempts(self, room: int | None) -> list[Part]:
        """Show the last attempts that missed; without room for all, the oldest are left out."""
        last = self.past[-self._history.attempts :]
        blocks: list[list[Part]] = []
        for past in reversed([each for each in last if each.outcome is Outcome.MISSED]):
            moments = self._moments_of(past)
            pictures = moments.pictures[:room]
            if room is not None:
                room -= len(pictures)
            if pictures:
                order = self._order(moments.times, len(pictures))
                blocks.append([f"Attempt {past.number}{order}:", *pictures])
        return [part for block in reversed(blocks) for part in block]

    def _order(self, times: Sequence[float], count: int) -> str:
        """Return the order in which moments are shown, in words, with their times if known."""
        apart = self._setup.moments == APART
        shown = [f"{time:.3g}" for time in times[: count if apart else None]]
        if shown:
            at = f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]
            return f"{'' if apart else ', from left to right'} at {at} seconds"
        if apart:
            return ", from start to end"
        return ", " + (
            "before and after" if self._history.moments == 2 else "moments from left to right"
        )

    def _moments_of(self, past: Past) -> Moments:
        if past.number not in self._moments:
            self._moments[past.number] = self._draw(past.action or ())
        return self._moments[past.number]
