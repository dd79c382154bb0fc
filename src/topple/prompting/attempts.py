"""The attempts at a task, as they are recorded: each has turns, a cost, and an end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from topple.prompting.exchange import Spent, Turn
from topple.prompting.question import Question
from topple.prompting.reader import Values
from topple.prompting.stop import Stop
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.protocol import Protocol

_LONGEST_NOTE = 200
_LONGEST_ANSWER = 20_000  # characters of an answer that are kept


class Attempts:
    """The attempts made so far, and the turns and cost of the one in play."""

    def __init__(self, protocol: Protocol, name: str, fold: int, done: Sequence[Attempt]) -> None:
        """Continue after the attempts in `done`; a failed one does not end the task for good."""
        self.protocol, self.name, self.fold = protocol, name, fold
        self.attempts = list(done)
        self.over = self._is_over()
        self.decision = 1  # the number of the current decision within the attempt
        self._spent = Spent()

    @property
    def number(self) -> int:
        """The number of the current attempt, from 1; failures of a provider are numbered too."""
        return len(self.attempts) + 1

    @property
    def counting(self) -> list[Attempt]:
        """The attempts that count: failures of a provider do not."""
        return [each for each in self.attempts if self.protocol.standing([each]).counted]

    @property
    def counted(self) -> int:
        """The number of attempts that count."""
        return self.protocol.standing(self.attempts).counted

    def record_turn(
        self,
        question: Question,
        answer: str,
        spent: Spent,
        *,
        read: Values | None = None,
        why: str = "",
        outcome: str = "",
        stop: Stop = Stop.END,
        prediction: dict[str, Any] | None = None,
        in_text: dict[str, Any] | None = None,
    ) -> Turn:
        """Return the record of a question and its answer."""
        self._spent += spent
        return Turn(
            self.fold,
            self.name,
            self.number,
            self.decision,
            question.version,
            question.digest,
            tuple(picture.mark for picture in question.pictures),
            answer[:_LONGEST_ANSWER],
            read,
            why,
            outcome,
            spent,
            prediction or {},
            str(stop),
            in_text=in_text,
        )

    def record_attempt(self, action: Action | None, ended: Played, question: Question) -> Attempt:
        """End the current attempt; `question` is its last."""
        found = Attempt.of(
            replace(ended, note=" ".join(ended.note.split())[:_LONGEST_NOTE]),
            action,
            fold=self.fold,
            task=self.name,
            number=self.number,
            wall_ms=self._spent.wall_ms,
            asked=question.digest,
            tokens=self._spent.tokens_in + self._spent.tokens_out,
            cost_usd=self._spent.cost_usd,
        )
        self.attempts.append(found)
        self.over, self.decision, self._spent = self._is_over(), 1, Spent()
        return found

    def _is_over(self) -> bool:
        return self.protocol.is_over(self.protocol.standing(self.attempts), asks_again=True)
