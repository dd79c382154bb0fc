"""Histories: what a prompt says about earlier attempts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from topple.errors import BadInput
from topple.prompting.question import Picture
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome

_MOST = 100
_FORM = re.compile(r"(\d{1,3})x(\d{1,3})")


@dataclass(frozen=True, slots=True)
class History:
    """The length of a history: text on all attempts, moments of the last `attempts` of them."""

    words: bool
    attempts: int
    moments: int  # per attempt

    @classmethod
    def parse(cls, text: str) -> History:
        """Read `none`, `text`, or `5x5`: text, and 5 moments of each of the last 5 attempts."""
        if text == "none":
            return cls(False, 0, 0)
        if text == "text":
            return cls(True, 0, 0)
        match = _FORM.fullmatch(text)
        if match is None or not all(1 <= int(number) <= _MOST for number in match.groups()):
            raise BadInput(
                f"`{text[:40]}` is not a history of earlier attempts",
                "give none, text, or attempts x moments, for example 5x5",
            )
        return cls(True, int(match[1]), int(match[2]))

    def __str__(self) -> str:
        if not self.words:
            return "none"
        return f"{self.attempts}x{self.moments}" if self.attempts else "text"


@dataclass(frozen=True, slots=True)
class Moments:
    """Pictures of an earlier attempt, and their times in seconds if these are known."""

    pictures: tuple[Picture, ...] = ()
    times: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """One earlier attempt, or turn, as it is described to a model."""

    number: int
    words: str  # the action as the model is asked to write it; empty if none was read
    outcome: Outcome
    note: str
    prediction: str
    action: Action | None
    checked: str = ""  # which predicted facts were true
