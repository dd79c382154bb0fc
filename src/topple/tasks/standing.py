"""How far one task of a run has come."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome


@dataclass(slots=True)
class Standing:
    """The counts of the attempts at one task, and the attempts while they are needed."""

    tries: int = 0
    faults: int = 0  # faults of an agent or a provider
    counted: int = 0
    passed: int = 0
    solved_at: int = 0  # the counted attempt that solved it first
    over: bool = False
    past: list[Attempt] = field(default_factory=list)

    def add(self, attempt: Attempt, uncounted: Container[Outcome]) -> None:
        """Count an attempt; those with an outcome in `uncounted` are tries only."""
        self.tries += 1
        self.counted += attempt.outcome not in uncounted
        if attempt.outcome is Outcome.SOLVED:
            self.passed += 1
            self.solved_at = self.solved_at or self.counted
        elif attempt.outcome is Outcome.FAILED:
            self.faults += 1
        self.past.append(attempt)
