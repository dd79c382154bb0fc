"""A task as a model plays it: question, answer, question, answer, until it is over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from topple.prompting.hint import Note
from topple.prompting.question import Question
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol

Key = tuple[int, str]  # fold and name of what is asked
_LONGEST_NOTE = 200
_LONGEST_ANSWER = 20_000  # letters of an answer that are kept


@dataclass(frozen=True, slots=True)
class Spent:
    """What an answer cost."""

    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0
    wall_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer, for the transcript.

    `read` holds the numbers that were read, `why` the reason where there are none or where they
    were refused. `views` name every picture with its version and content.
    """

    fold: int
    task: str
    attempt: int
    decision: int
    prompt: str
    asked: str
    views: tuple[str, ...]
    answer: str
    read: tuple[float, ...] | None
    why: str
    outcome: str
    spent: Spent
    prediction: dict[str, Any] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """Give the turn as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Told:
    """What came of an answer; there is an attempt once it is over."""

    turn: Turn
    attempt: Attempt | None


class Episode(ABC):
    """One task in play. Ask `question`, then give `answer` or `fail`, until it is `over`."""

    form_name: str  # how an answer is written

    def __init__(self, protocol: Protocol, name: str, fold: int, done: Sequence[Attempt]) -> None:
        """Go on after the attempts that were made; a failed one does not end a task for good."""
        self.protocol, self.name, self.fold = protocol, name, fold
        self.attempts = list(done)
        self.over = is_over(self.protocol, self.attempts)

    @property
    def number(self) -> int:
        """The attempt that is being made, from 1; provider's faults have numbers too."""
        return len(self.attempts) + 1

    @property
    def counted(self) -> int:
        """How many attempts count."""
        return self._counted(self.attempts)

    @property
    def decision(self) -> int:
        """The decision of the attempt that is being made, from 1."""
        return 1

    @property
    def note(self) -> Note:
        """What baselines are told of the question."""
        return Note(
            self.protocol.name, self.name, self.fold, self.number, self.decision, self.form_name
        )

    @abstractmethod
    def question(self) -> Question:
        """Ask for the next action."""

    @abstractmethod
    def answer(self, question: Question, text: str, spent: Spent) -> Told:
        """Take an answer in."""

    def fail(self, question: Question, why: str, spent: Spent) -> Told:
        """Take in that there is no answer: a fault of the provider, which ends the task for now."""
        turn = self._turn(question, "", None, why, Outcome.FAILED, spent)
        found = self._close(None, Played(Outcome.FAILED, note=why), question, spent)
        self.over = True
        return Told(turn, found)

    def _turn(
        self,
        question: Question,
        answer: str,
        read: tuple[float, ...] | None,
        why: str,
        outcome: Outcome | None,
        spent: Spent,
        prediction: dict[str, Any] | None = None,
    ) -> Turn:
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
            "" if outcome is None else str(outcome),
            spent,
            prediction or {},
        )

    def _close(
        self, action: Action | None, played: Played, question: Question, spent: Spent
    ) -> Attempt:
        """End an attempt."""
        found = Attempt(
            fold=self.fold,
            task=self.name,
            number=self.number,
            action=action,
            outcome=played.outcome,
            steps=played.steps,
            digest=played.digest,
            note=" ".join(played.note.split())[:_LONGEST_NOTE],
            wall_ms=spent.wall_ms,
            asked=question.digest,
            tokens=spent.tokens_in + spent.tokens_out,
            cost_usd=spent.cost_usd,
        )
        self.attempts.append(found)
        self.over = is_over(self.protocol, self.attempts)
        return found

    def _counted(self, attempts: Sequence[Attempt]) -> int:
        return sum(attempt.outcome not in self.protocol.uncounted for attempt in attempts)


def is_over(protocol: Protocol, attempts: Sequence[Attempt]) -> bool:
    """Say whether a task needs no more attempts; one that a fault ended does."""
    counted = sum(attempt.outcome not in protocol.uncounted for attempt in attempts)
    return (
        any(attempt.outcome is Outcome.SOLVED for attempt in attempts)
        or counted >= protocol.attempts
        or len(attempts) >= protocol.most_tries
    )
