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
_quote = json.encoder.encode_basestring_ascii
_write_float = float.__repr__
_OUTCOMES = {str(outcome): outcome for outcome in Outcome}
MOST = 1 << 48  # steps or tokens that no attempt has: sums of fewer fit into 64 bits
# Exceptions from damaged lines, including huge numbers and deep nesting.
UNREADABLE = (ValueError, KeyError, TypeError, OverflowError, RecursionError)


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

    def with_action(self, action: Action) -> Played:
        """Return the result with its action, in a third of the time of `replace`."""
        return Played(self.outcome, self.steps, self.digest, self.note, action, self.points)


class Attempt(NamedTuple):
    """One play of one task: `number` counts all tries of the task from 1, also invalid ones.

    `action` is None when the agent gave none; a number in it that is not finite reads as None in
    the record. `note` says why an attempt is invalid or failed. `think_ms` is how long a person
    looked before acting, if measured; `wall_ms` is the duration of the whole attempt.
    `points` is what the world counts besides the outcome. `simulations` is what the agent simulated
    for the attempt, see `topple.sim.counting`; None where nobody counted. Where a model was asked,
    `asked` is the content hash of the last question, and tokens and cost are those of the whole
    attempt.

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
    simulations: int | None = None

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
        simulations: int | None = None,
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
            simulations,
        )

    def to_line(self) -> str:
        """Return the record as one line of JSON, without a line feed.

        Most of it is formatted here, which takes half the time of an encoder.
        """
        rest: dict[str, Any] = {}
        if self.note:
            rest["note"] = self.note
        if self.points:
            rest["points"] = self.points
        if self.think_ms is not None:
            rest["think_ms"] = round(self.think_ms, 3)
        if self.asked:
            rest |= {"asked": self.asked, "tokens": self.tokens}
            rest["cost_usd"] = round(self.cost_usd, 9)
        more = f"{_encode(rest)[1:-1]}, " if rest else ""
        if self.simulations is not None:
            more = f'{more}"simulations": {self.simulations}, '
        return (
            f'{{"fold": {self.fold}, "task": {_quote(self.task)}, "attempt": {self.number}, '
            f'"action": {_write_action(self.action)}, "outcome": "{self.outcome}", '
            f'"steps": {self.steps}, "digest": {_quote(self.digest)}, '
            f'{more}"wall_ms": {round(self.wall_ms, 3)}}}'
        )

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
            simulations = row.get("simulations")
            if not (0 <= steps < MOST and 0 <= tokens < MOST and 0 <= (simulations or 0) < MOST):
                raise ValueError(f"{steps} steps, {tokens} tokens, {simulations} simulations")
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
                None if simulations is None else int(simulations),
            )
        except UNREADABLE as error:
            raise BadInput(f"not an attempt: {error!r}") from error


def _write_action(action: tuple[float | None, ...] | None) -> str:
    if action is None:
        return "null"
    try:
        text = ", ".join(map(_write_float, action))
    except TypeError:
        text = "n"  # whole numbers and None: the encoder writes them
    # Infinity and NaN have this letter, other numbers do not.
    return _encode([_finite(number) for number in action]) if "n" in text else f"[{text}]"


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
