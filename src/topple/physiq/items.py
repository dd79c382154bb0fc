"""Items: one question each, as plain data that any harness can put to a model."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from topple.physiq.pictures import ScenePicture
from topple.physiq.proposal import Balls, Grade
from topple.physiq.texts import VERSION

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


class AnswerForm(StrEnum):
    """What an answer looks like; `topple.physiq.readers` has the grammars."""

    YES_NO = "yes_no"
    PERCENT = "percent"
    RANKING = "ranking"
    PLACEMENT = "placement"


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


@dataclass(frozen=True, slots=True)
class Item:
    """One question and its right answer.

    `truth` is True or False for sanity, yes/no and confidence, the numbers of the proposals in the
    right order for a ranking, and None for an insertion, where `winner` is one of many placements
    that win. `grades` are the grades of the proposals, in the order shown. `gap` is the distance
    between the two bodies of a sanity check. `version` is that of the wording.
    """

    id: str
    kind: Kind
    mode: QuestionMode
    task: str
    template: str
    balls: int
    messages: tuple[Message, ...]
    truth: Truth
    grades: tuple[Grade, ...] = ()
    gap: float | None = None
    winner: Balls = ()
    version: int = VERSION

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
            [message.role, *(_named(part) for part in message.parts)] for message in self.messages
        ]
        return hashlib.sha256(json.dumps([turns, self.truth]).encode()).hexdigest()[:16]


def _named(part: str | ScenePicture) -> str:
    return part if isinstance(part, str) else f"picture {part.pixel_hash()}"
