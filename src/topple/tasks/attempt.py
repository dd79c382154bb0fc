"""Attempts: what was tried and what came of it, one JSON line each."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from topple.errors import BadInput
from topple.tasks.outcome import Outcome

Action = tuple[float, ...]
# Where an attempt has many moves, an agent may give what chooses each from what is then seen; None
# makes no more. The world says what it shows.
Policy = Callable[[Any], Action | None]

# The lines `to_line` writes, all of them JSON, read several times as fast as by the JSON parser.
# Whatever does not look exactly so goes to the parser.
_WHOLE = rb"(0|[1-9]\d{0,8}+)"
_NUMBER = rb"(?:-?(?:0|[1-9]\d*+)(?:\.\d++)?+(?:[eE][+-]?\d++)?+|null)"
LINE = re.compile(
    rb'\{"fold": %(whole)s, "task": "([\w/@:.-]++)", "attempt": %(whole)s, '
    rb'"action": (null|\[(?:%(number)s(?:, %(number)s)*+)?+\]), "outcome": "([a-z]++)", '
    rb'"steps": %(whole)s, "digest": "([0-9a-f]*+)", (?:"note": "([ !#-\[\]-~]*+)", )?+'
    rb'"wall_ms": ((?:0|[1-9]\d{0,11}+)\.\d{1,3}+)\}\n' % {b"whole": _WHOLE, b"number": _NUMBER}
)


@dataclass(frozen=True, slots=True)
class Played:
    """What a world says of one action; `action` is what a policy came to."""

    outcome: Outcome
    steps: int = 0
    digest: str = ""
    note: str = ""
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One play of one task: `number` counts all tries of the task from 1, also invalid ones.

    `action` is None when the agent gave none; a number in it that is not finite reads as None in
    the record. `note` says why an attempt is invalid or failed. `think_ms` is how long a person
    looked before acting, where that was measured; `wall_ms` is all that an attempt took.
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

    def to_line(self) -> str:
        """Write the record as one line of JSON, without its line feed."""
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
        if self.think_ms is not None:
            row["think_ms"] = round(self.think_ms, 3)
        row["wall_ms"] = round(self.wall_ms, 3)
        return json.dumps(row, allow_nan=False)

    @classmethod
    def from_line(cls, line: bytes) -> Attempt:
        """Read a record back; raise `BadInput` if it is none."""
        match = LINE.fullmatch(line)
        outcome = _OUTCOMES.get(match[5]) if match else None
        if match is None or outcome is None:
            return cls._parsed(line)
        fold, task, number, action, _, steps, digest, note, wall_ms = match.groups()
        return cls(
            int(fold),
            task.decode(),
            int(number),
            _numbers(action),
            outcome,
            int(steps),
            digest.decode(),
            (note or b"").decode(),
            float(wall_ms),
        )

    @classmethod
    def _parsed(cls, line: bytes) -> Attempt:
        try:
            row = json.loads(line)
            action = row["action"]
            return cls(
                fold=int(row["fold"]),
                task=str(row["task"]),
                number=int(row["attempt"]),
                action=None if action is None else tuple(action),
                outcome=Outcome(row["outcome"]),
                steps=int(row["steps"]),
                digest=str(row["digest"]),
                note=str(row.get("note", "")),
                wall_ms=float(row["wall_ms"]),
                think_ms=None if row.get("think_ms") is None else float(row["think_ms"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(f"not an attempt: {error!r}") from error


def _numbers(action: bytes) -> tuple[float | None, ...] | None:
    if action == b"null":
        return None
    parts = action[1:-1].split(b", ") if len(action) > 2 else ()
    return tuple(None if part == b"null" else float(part) for part in parts)


_OUTCOMES = {str(outcome).encode(): outcome for outcome in Outcome}


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
