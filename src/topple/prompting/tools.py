"""What a model may use besides the question: nothing, a calculator, or some simulated attempts.

These are attempts at the task itself or, as `practice`, at another task of the same template.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from topple.errors import BadInput

if TYPE_CHECKING:
    from topple.prompting.conversation import Conversation

NONE, CALCULATE, SIMULATE, PRACTICE = "none", "calculate", "simulate", "practice"
_MOST = 1000  # simulated attempts per task
_SIMULATE = re.compile(rf"({SIMULATE}|{PRACTICE}):(\d{{1,4}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Practice:
    """Another task of the template, on which attempts are simulated, and its scene as symbols."""

    name: str
    game: Conversation
    scene: str


@dataclass(frozen=True, slots=True)
class Tools:
    """Whether there are tools, and how many attempts at each task may be simulated.

    With `practises` they are attempts at another task of its template.
    """

    calculates: bool = False
    simulations: int = 0
    practises: bool = False

    @classmethod
    def parse(cls, text: str) -> Tools:
        """Read `none`, `calculate`, `simulate:N` or `practice:N`, which have a calculator too."""
        if text == NONE:
            return cls()
        if text == CALCULATE:
            return cls(True)
        match = _SIMULATE.fullmatch(text)
        if match is None or not 1 <= int(match[2]) <= _MOST:
            raise BadInput(
                f"unknown tools `{text[:40]}`",
                f"give {NONE}, {CALCULATE}, {SIMULATE}:N or {PRACTICE}:N, with N from 1 to {_MOST}",
            )
        return cls(True, int(match[2]), match[1] == PRACTICE)

    @property
    def words(self) -> str:
        """The tools in words; empty if there are none."""
        if self.simulations:
            return f"{self.simulations} {'practice ' if self.practises else ''}simulations"
        return "calculator" if self.calculates else ""
