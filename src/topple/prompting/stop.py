"""Why a model stopped writing, as providers report it."""

from __future__ import annotations

from enum import StrEnum

from topple.tasks.outcome import Outcome


class Stop(StrEnum):
    """The reason; an answer that did not end by itself is not read."""

    END = "stop"  # the model had finished
    LENGTH = "max_tokens"  # the longest answer allowed was reached
    REFUSAL = "refusal"  # the model or its provider declined
    EMPTY = "empty"  # the model wrote nothing; questions alone tell this from other answers

    @property
    def outcome(self) -> Outcome:
        """The outcome of an answer from which nothing was read."""
        return _OUTCOMES[self]

    @property
    def why(self) -> str:
        """The reason in words; empty for an answer that ended by itself."""
        return _WHY[self]


_OUTCOMES = {
    Stop.END: Outcome.UNREADABLE,
    Stop.LENGTH: Outcome.TRUNCATED,
    Stop.REFUSAL: Outcome.REFUSED,
    Stop.EMPTY: Outcome.UNREADABLE,
}
_WHY = {
    Stop.END: "",
    Stop.LENGTH: "the answer was cut off at the longest length allowed",
    Stop.REFUSAL: "the model or its provider declined to answer",
    Stop.EMPTY: "the answer is empty",
}
