"""Hints: what baselines know about a question. Models never see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from topple.errors import BadInput
from topple.prompting.reader import Values


@dataclass(frozen=True, slots=True)
class Hint:
    """Which question is asked; `form` names the action form of its answer.

    `example` is the example of an answer that the prompt shows. `choices` are the values that are
    left for a random player, where that depends on the game so far. `structured` asks for JSON.
    """

    protocol: str
    task: str
    fold: int
    attempt: int
    decision: int
    form: str
    example: str = ""
    choices: Sequence[Values] = ()
    structured: bool = False

    @classmethod
    def read(cls, data: Mapping[str, Any] | None) -> Hint:
        """Read a hint from plain data."""
        if data is None:
            raise BadInput(
                "a baseline got a question without a hint",
                "ask baselines about Topple's tasks only",
            )
        return cls(**data)
