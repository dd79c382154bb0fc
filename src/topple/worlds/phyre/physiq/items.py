"""Items: one question each, as plain data that any harness can put to a model.

An item is a task: its actions are answers as numbers.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, cast

from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.tasks.question import Question
from topple.tasks.task import TaskId
from topple.worlds.phyre.physiq.answers import (
    AnswerForm,
    AnswerReading,
    AnswerSpace,
    from_numbers,
    to_numbers,
    to_placement,
)
from topple.worlds.phyre.physiq.pictures import ScenePicture
from topple.worlds.phyre.physiq.placing import OUTCOMES, judge, to_whole_units
from topple.worlds.phyre.physiq.proposal import Balls, Grade, action, proposals_of
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import task as phyre_task
from topple.worlds.phyre.world import template

Role = Literal["system", "user", "assistant"]
Truth = bool | tuple[int, ...] | None


class Kind(StrEnum):
    """What is asked."""

    SANITY = "sanity"
    CONFIDENCE = "confidence"
    YESNO = "yesno"
    RANKING = "ranking"
    INSERTION = "insertion"


class QuestionMode(StrEnum):
    """How it is asked: as the original did, or without the flaws of its design."""

    CLASSIC = "classic"
    STRICT = "strict"


FORMS = {
    Kind.SANITY: AnswerForm.YES_NO,
    Kind.CONFIDENCE: AnswerForm.PERCENT,
    Kind.YESNO: AnswerForm.YES_NO,
    Kind.RANKING: AnswerForm.RANKING,
    Kind.INSERTION: AnswerForm.PLACEMENT,
}


@dataclass(frozen=True, slots=True)
class Message:
    """One turn: texts and pictures in the order they are shown."""

    role: Role
    parts: tuple[str | ScenePicture, ...]

    @property
    def text(self) -> str:
        return "\n".join(part for part in self.parts if isinstance(part, str))


_EVEN = 0.5  # a percentage that takes no side


@dataclass(frozen=True, slots=True)
class ItemId(TaskId):
    """The id of an item; `text` is all of it, with the set, the settings and what is shown."""

    text: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Item(Question):
    """One question and its right answer.

    `truth` is True or False for sanity, yes/no and confidence, the numbers of the proposals in the
    right order for a ranking, and None for an insertion, where `winner` is one of many placements
    that win. `grades` are the grades of the proposals, in the order shown. `gap` is the distance
    between the two bodies of a sanity check.
    """

    kind: Kind
    mode: QuestionMode
    task: str
    balls: int
    messages: tuple[Message, ...]
    truth: Truth
    grades: tuple[Grade, ...] = ()
    gap: float | None = None
    winner: Balls = ()

    @property
    def template(self) -> str:
        """The template of the task that is asked about."""
        return self.id.template

    @property
    def version(self) -> int:
        """The version of the wording."""
        return self.id.version

    @property
    def actions(self) -> AnswerSpace:
        """The answers, as numbers."""
        return AnswerSpace(self.form, self.balls)

    @property
    def solution(self) -> Action:
        """The right answer, or a placement that wins."""
        return to_numbers(self.winner if self.truth is None else self.truth) or ()

    def mark(self, answer: Action) -> Played:
        """Mark an answer: the truth, the winner first, a placement that wins.

        A percentage is right if it is on the right side of one half.
        """
        if self.kind is Kind.INSERTION:
            status, _ = judge(phyre_task(self.task), to_placement(answer))
            return Played(OUTCOMES[status], note=str(status))
        return Played(self.outcome(from_numbers(self.form, answer)))

    def outcome(self, reading: AnswerReading | None) -> Outcome:
        """Return the outcome of an answer other than a placement."""
        if reading is None:
            return Outcome.UNREADABLE
        if isinstance(self.truth, tuple):
            if not isinstance(reading, tuple) or sorted(reading) != list(range(1, len(Grade) + 1)):
                return Outcome.INVALID
            right = reading[0] == self.truth[0]
        elif self.form is AnswerForm.PERCENT:
            right = reading != _EVEN and (cast(float, reading) > _EVEN) == self.truth
        else:
            right = reading == self.truth
        return Outcome.SOLVED if right else Outcome.MISSED

    def scene(self, answer: Action | None) -> tuple[PhyreTask, Action | None]:
        """Return the task, and what was placed, or else the proposal; of a ranking, the winner."""
        found = phyre_task(self.task)
        if answer is None:
            return found, None
        if self.kind is Kind.INSERTION:
            return found, tuple(action(to_whole_units(to_placement(answer))).tolist())
        stored = proposals_of(template(found.id.template)).tasks[found.id.index]
        grade = Grade.CORRECT if self.kind is Kind.RANKING else self.grades[0]
        return found, tuple(action(stored.balls[grade]).tolist())

    @property
    def form(self) -> AnswerForm:
        return FORMS[self.kind]

    @property
    def pictures(self) -> tuple[ScenePicture, ...]:
        """All pictures of all turns, in order."""
        parts = [part for message in self.messages for part in message.parts]
        return tuple(part for part in parts if isinstance(part, ScenePicture))

    def content_hash(self) -> str:
        """Hash everything that a model gets to see, and the truth."""
        turns = [
            [message.role, *(_name(part) for part in message.parts)] for message in self.messages
        ]
        return hashlib.sha256(json.dumps([turns, self.truth]).encode()).hexdigest()[:16]


def _name(part: str | ScenePicture) -> str:
    return part if isinstance(part, str) else f"picture {part.pixel_hash()}"
