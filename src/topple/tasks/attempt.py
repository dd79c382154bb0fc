"""Attempts: one play of one task and its outcome, one JSON line each."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from topple.errors import BadInput
from topple.tasks.outcome import Outcome

Action = tuple[float, ...]
# Where an attempt has many moves, an agent may return a policy: a function from what the world
# shows to the next move, or to None to stop.
Policy = Callable[[Any], Action | None]

# The function that `json.loads` calls, without its handling of space around the text.
_decode = json.JSONDecoder().raw_decode
_encode = json.JSONEncoder(allow_nan=False).encode
_OUTCOMES = {str(outcome): outcome for outcome in Outcome}
# Exceptions from damaged lines, including huge numbers and deep nesting.
_MOST = 1 << 48  # largest number of steps or tokens: sums of them fit into 64 bits
_UNREADABLE = (ValueError, KeyError, TypeError, OverflowError, RecursionError)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of one action in a world; `action` holds the moves that a policy made.

    `points` is what the world counts besides the outcome, such as balls potted in a game.
    """

    outcome: Outcome
    steps: int = 0
    digest: str = ""
    note: str = ""
    action: Action | None = None
    points: float = 0.0


class Attempt(NamedTuple):
    """One play of one task: `number` counts all tries of the task from 1, also invalid ones.

    `action` is None when the agent gave none; a number in it that is not finite reads as None in
    the record. `note` says why an attempt is invalid or failed. `think_ms` is how long a person
    looked before acting, if measured; `wall_ms` is the duration of the whole attempt.
    `points` is what the world counts besides the outcome. Where a model was asked, `asked` is the
    content hash of the last question, and tokens and cost are those of the whole attempt.

    A named tuple, because runs have millions: a frozen dataclass takes three times as long to make.
    """

    fold: int
    task: str
    number: int
    action: tuple[float | None, ...] | None
    outcome: Outcome
    steps: int = 0
    digest: str = ""
    note: str = ""
    wall_ms: float = 0.0
    think_ms: float | None = None
    asked: str = ""
    tokens: int = 0
    cost_usd: float = 0.0
    points: float = 0.0

    @classmethod
    def of(
        cls,
        played: Played,
        action: Action | None,
        *,
        fold: int,
        task: str,
        number: int,
        wall_ms: float,
        think_ms: float | None = None,
        asked: str = "",
        tokens: int = 0,
        cost_usd: float = 0.0,
    ) -> Attempt:
        """Return the record of an action that was played."""
        return cls(
            fold,
            task,
            number,
            action,
            played.outcome,
            played.steps,
            played.digest,
            played.note,
            wall_ms,
            think_ms,
            asked,
            tokens,
            cost_usd,
            played.points,
        )

    def to_line(self) -> str:
        """Return the record as one line of JSON, without a line feed."""
        action = None if self.action is None else [_finite(number) for number in self.action]
        row: dict[str, Any] = {
            "fold": self.fold,
            "task": self.task,
            "attempt": self.number,
            "action": action,
            "outcome": str(self.outcome),
            "steps": self.steps,
            "digest": self.digest,
        }
        if self.note:
            row["note"] = self.note
        if self.points:
            row["points"] = self.points
        if self.think_ms is not None:
            row["think_ms"] = round(self.think_ms, 3)
        if self.asked:
            row |= {"asked": self.asked, "tokens": self.tokens}
            row["cost_usd"] = round(self.cost_usd, 9)
        row["wall_ms"] = round(self.wall_ms, 3)
        return _encode(row)

    @classmethod
    def from_line(cls, line: bytes) -> Attempt:
        """Read a record; raise `BadInput` if it is not one. Unknown fields are ignored."""
        try:
            text = line.decode().rstrip()
            row, end = _decode(text)
            if end < len(text):
                raise ValueError(f"text after the record: {text[end : end + 20]!r}")
            action, think_ms = row["action"], row.get("think_ms")
            steps, tokens = int(row["steps"]), int(row.get("tokens", 0))
            if not (0 <= steps < _MOST and 0 <= tokens < _MOST):
                raise ValueError(f"{steps} steps, {tokens} tokens")
            # Fields are given by position, outcomes by a table: reading takes a quarter less time.
            return cls(
                int(row["fold"]),
                str(row["task"]),
                int(row["attempt"]),
                None if action is None else tuple(action),
                _OUTCOMES.get(row["outcome"]) or Outcome(row["outcome"]),
                steps,
                str(row["digest"]),
                str(row.get("note", "")),
                float(row["wall_ms"]),
                None if think_ms is None else float(think_ms),
                str(row.get("asked", "")),
                tokens,
                float(row.get("cost_usd", 0.0)),
                float(row.get("points", 0.0)),
            )
        except _UNREADABLE as error:
            raise BadInput(f"not an attempt: {error!r}") from error


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
