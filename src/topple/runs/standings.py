"""The state of every task of a run while it is played."""

from __future__ import annotations

from dataclasses import dataclass, field

from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol


@dataclass(slots=True)
class Standing:
    """The state of one task; its attempts are kept until it is over."""

    tries: int = 0
    counted: int = 0
    solved_at: int = 0  # the counted attempt that solved it first
    passed: int = 0
    over: bool = False
    past: list[Attempt] = field(default_factory=list)

    def add(self, attempt: Attempt, protocol: Protocol, plays_on: bool) -> None:
        """Add an attempt, and update whether the task is over."""
        self.tries += 1
        self.counted += attempt.outcome not in protocol.uncounted
        if attempt.outcome is Outcome.SOLVED:
            self.passed += 1
            self.solved_at = self.solved_at or self.counted
        self.past.append(attempt)
        self.over = (
            (self.solved_at > 0 and not plays_on and not protocol.plays_on)
            # A fault would happen again.
            or attempt.outcome is Outcome.FAILED
            or self.counted >= protocol.attempts
            or self.tries >= protocol.most_tries
        )


class Standings:
    """The state of every task of a run."""

    def __init__(self, protocol: Protocol, *, plays_on: bool = False, keep: bool = False) -> None:
        """Attempts at a task are forgotten once it is over, unless `keep` is set."""
        self.protocol = protocol
        self._plays_on = plays_on
        self._keep = keep
        self.attempts = 0
        self.over = 0
        self.wall_ms = 0.0
        self.solved = 0
        self._tasks: dict[tuple[int, str], Standing] = {}

    def __getitem__(self, key: tuple[int, str]) -> Standing:
        found = self._tasks.get(key)
        if found is None:
            found = self._tasks[key] = Standing()
        return found

    def add(self, attempt: Attempt) -> Standing:
        """Add an attempt; return the state of its task."""
        standing = self[attempt.fold, attempt.task]
        standing.add(attempt, self.protocol, self._plays_on)
        self.attempts += 1
        self.wall_ms += attempt.wall_ms
        if standing.over:
            self.close(standing)
        return standing

    def close(self, standing: Standing) -> None:
        """Count a task as over, also one that the agent gave up."""
        standing.over = True
        self.over += 1
        if not self._keep:
            standing.past = []
        self.solved += standing.solved_at > 0
