"""What stands beside a question for baselines; no other model gets to see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from topple.errors import BadInput


@dataclass(frozen=True, slots=True)
class Note:
    """Which question it is; `form` says how an answer is written."""

    protocol: str
    task: str
    fold: int
    attempt: int
    decision: int
    form: str

    @classmethod
    def read(cls, data: Mapping[str, Any] | None) -> Note:
        """Read a note back from plain data."""
        if data is None:
            raise BadInput("baselines play Topple's own tasks only")
        return cls(**data)
