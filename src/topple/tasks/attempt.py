"""Attempts: what was tried and what came of it, one JSON line each."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from topple.errors import BadInput
from topple.tasks.outcome import Outcome

Action = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """What a world says of one action."""

    outcome: Outcome
    steps: int = 0
    digest: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One play of one task: `number` counts all tries of the task from 1, also invalid ones.

    `action` is None when the agent gave none; a number in it that is not finite reads as None in
    the record. `note` says why an attempt is invalid or failed.
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
        row["wall_ms"] = round(self.wall_ms, 3)
        return json.dumps(row, allow_nan=False)

    @classmethod
    def from_line(cls, line: str | bytes) -> Attempt:
        """Read a record back; raise `BadInput` if it is none."""
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
            )
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(f"not an attempt: {error!r}") from error


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
