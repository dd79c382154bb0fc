"""A task as a model plays it: questions and answers until it is over.

Two bases build on this: `plan_episode` for attempts that are one whole plan, `turn_episode` for
attempts of many turns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from topple.errors import BadInput
from topple.prompting.hint import Hint
from topple.prompting.question import Question
from topple.prompting.stop import Stop
from topple.prompting.structured import Schema
from topple.prompting.tools import NONE
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol

Key = tuple[int, str]  # fold, and name of a task or item
_LONGEST_NOTE = 200
_LONGEST_ANSWER = 20_000  # characters of an answer that are kept


@dataclass(frozen=True, slots=True)
class Spent:
    """What an answer cost; two of them add up.

    `tokens_in` are all that were read; `cache_read` of them came from the provider's cache, and
    `cache_write` were written to it.
    """

    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0
    wall_ms: float = 0.0
    cache_read: int = 0
    cache_write: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.cost_usd + other.cost_usd,
            self.wall_ms + other.wall_ms,
            self.cache_read + other.cache_read,
            self.cache_write + other.cache_write,
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer, for the transcript.

    `read` holds the numbers that were read; `why` is the reason if there are none or they were
    refused. `views` lists every picture by name, version and content hash. `stop` is why the model
    stopped writing. A turn that is `taken_over` was asked and paid for in an attempt that failed.
    `in_text` is what the reader of free text finds in a structured answer, and its outcome.
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
    stop: str = str(Stop.END)
    taken_over: bool = False
    in_text: dict[str, Any] | None = None

    def data(self) -> dict[str, Any]:
        """Return the turn as plain data; `taken_over` and `in_text` only where they are so."""
        found = asdict(self)
        for name in ("taken_over", "in_text"):
            if not found[name]:
                del found[name]
        return found


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question with its answer, and the attempt if this answer ended one."""

    turn: Turn
    attempt: Attempt | None


@dataclass(frozen=True, slots=True)
class Practice:
    """Another task of the template, on which attempts are simulated, and its scene as symbols."""

    name: str
    game: Episode
    scene: str


class Episode(ABC):
    """One task in play: ask `question`, then call `answer` or `fail`, until it is `over`."""

    form_name: str  # the action form of answers
    tools = NONE  # tools that may be used besides the question
    practice: Practice | None = None  # where attempts are simulated, unless on the task itself
    _spent_before = Spent()  # on earlier turns of the attempt in play

    def __init__(self, protocol: Protocol, name: str, fold: int, done: Sequence[Attempt]) -> None:
        """Continue after the attempts in `done`; a failed one does not end the task for good."""
        self.protocol, self.name, self.fold = protocol, name, fold
        self.attempts = list(done)
        self.over = self._is_over()

    @property
    def number(self) -> int:
        """The number of the current attempt, from 1; failures of a provider are numbered too."""
        return len(self.attempts) + 1

    @property
    def counted(self) -> int:
        """The number of attempts that count."""
        return self._counted(self.attempts)

    @property
    def decision(self) -> int:
        """The number of the current decision within the attempt, from 1."""
        return 1

    @property
    def hint(self) -> Hint:
        """The hint for baselines."""
        return Hint(
            self.protocol.name,
            self.name,
            self.fold,
            self.number,
            self.decision,
            self.form_name,
            self.example,
            tuple(self.choices()),
            self.schema is not None,
        )

    @property
    def example(self) -> str:
        """The example of an answer in the prompt."""
        return ""

    def choices(self) -> Sequence[Action]:
        """Return the values that are left for a random player, where that depends on the game."""
        return ()

    @property
    def schema(self) -> Schema | None:
        """The JSON Schema of structured answers; None for answers in free text."""
        return None

    @abstractmethod
    def question(self) -> Question:
        """Return the question for the next action."""

    def simulate(self, text: str) -> tuple[Action | None, Played]:
        """Play what an answer says, and leave everything as it is."""
        raise BadInput(f"`{self.protocol.name}` has no tools", "leave out --tools")

    @abstractmethod
    def answer(
        self, question: Question, text: str, spent: Spent, stop: Stop = Stop.END
    ) -> Exchange:
        """Play an answer; `stop` is why the model stopped writing."""

    def resume(self, turns: Sequence[dict[str, Any]]) -> list[Exchange]:
        """Continue an attempt that was stopped from its turns; return those that were used."""
        return []

    def fail(self, question: Question, why: str, spent: Spent) -> Exchange:
        """Record that the provider failed to answer, which ends the task for now."""
        turn = self._turn(question, "", None, why, Outcome.FAILED, spent)
        found = self._close(
            None, Played(Outcome.FAILED, note=why), question, self._spent_before + spent
        )
        self.over = True
        return Exchange(turn, found)

    def _turn(
        self,
        question: Question,
        answer: str,
        read: tuple[float, ...] | None,
        why: str,
        outcome: Outcome | None,
        spent: Spent,
        prediction: dict[str, Any] | None = None,
        stop: Stop = Stop.END,
        in_text: dict[str, Any] | None = None,
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
            str(stop),
            in_text=in_text,
        )

    def _close(
        self, action: Action | None, played: Played, question: Question, spent: Spent
    ) -> Attempt:
        """End the current attempt."""
        note = " ".join(played.note.split())[:_LONGEST_NOTE]
        found = Attempt.of(
            replace(played, note=note),
            action,
            fold=self.fold,
            task=self.name,
            number=self.number,
            wall_ms=spent.wall_ms,
            asked=question.digest,
            tokens=spent.tokens_in + spent.tokens_out,
            cost_usd=spent.cost_usd,
        )
        self.attempts.append(found)
        self.over = self._is_over()
        return found

    def _is_over(self) -> bool:
        return self.protocol.is_over(self.protocol.standing(self.attempts), asks_again=True)

    def _counted(self, attempts: Sequence[Attempt]) -> int:
        return self.protocol.standing(attempts).counted
