"""The attempts of a run while it is played: what is written, and how far every task has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from topple.runs.folder import RunFolder
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol, Standing


class Recorder:
    """Writes attempts to a run folder and counts them by task; continues what the folder holds."""

    def __init__(
        self,
        folder: RunFolder,
        protocol: Protocol,
        *,
        plays_on: bool = False,
        asks_again: bool = False,
        keep: bool = False,
    ) -> None:
        """Attempts at a task are forgotten once it is over, unless `keep` is set.

        `plays_on` and `asks_again` are those of `Protocol.is_over`.
        """
        self.folder = folder
        self.attempts = 0
        self.over = 0
        self.solved = 0
        self.wall_ms = 0.0
        self.simulations: int | None = 0  # None once an attempt says nothing about them
        self._protocol = protocol
        self._plays_on, self._asks_again, self._keep = plays_on, asks_again, keep
        self._tasks: dict[tuple[int, str], Standing] = {}
        for attempt in folder.attempts():
            self._count(attempt)

    def __getitem__(self, key: tuple[int, str]) -> Standing:
        """Return the state of a task, by its fold and its name."""
        found = self._tasks.get(key)
        if found is None:
            found = self._tasks[key] = Standing()
        return found

    def solved_at(self) -> dict[str, int]:
        """Return the tasks that were solved, each with the counted attempt that did it first."""
        found = self._tasks.items()
        return {task: each.solved_at for (_, task), each in found if each.solved_at}

    def add(self, attempt: Attempt) -> Standing:
        """Record an attempt; return the state of its task."""
        self.folder.append(attempt)
        return self._count(attempt)

    def add_all(self, attempts: Sequence[Attempt]) -> None:
        """Record attempts that were made together, with one write for all."""
        self.folder.append(*attempts)
        for attempt in attempts:
            self._count(attempt)

    def add_simulations(self, count: int | None) -> None:
        """Count what an agent simulated, with an attempt or besides."""
        known = self.simulations is not None and count is not None
        self.simulations = (self.simulations or 0) + (count or 0) if known else None

    def close(self, standing: Standing) -> None:
        """Count a task as over, also one that the agent gave up."""
        standing.over = True
        self.over += 1
        self.solved += standing.solved_at > 0
        if not self._keep:
            standing.past = []

    def finish(
        self,
        tasks: int,
        *,
        simulations: int = 0,
        practice_s: float = 0.0,
        training: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> None:
        """Mark the run as finished; `simulations` and `practice_s` are those of practice.

        `training` says by fold how the model was trained that the agent loaded.
        """
        self.folder.finish(
            {
                "attempts": self.attempts,
                "tasks": tasks,
                "wall_s": round(self.wall_ms / 1000, 3),
                "practice_simulations": simulations,
                "practice_wall_s": round(practice_s, 3),
                **({} if self.simulations is None else {"test_simulations": self.simulations}),
                **({"training": training} if training else {}),
            }
        )

    def _count(self, attempt: Attempt) -> Standing:
        standing = self[attempt.fold, attempt.task]
        standing.add(attempt, self._protocol.uncounted)
        self.attempts += 1
        self.wall_ms += attempt.wall_ms
        self.add_simulations(attempt.simulations)
        if self._protocol.is_over(standing, plays_on=self._plays_on, asks_again=self._asks_again):
            self.close(standing)
        return standing
