"""Observers that are called while a run is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from topple.progress import Bar

if TYPE_CHECKING:  # numpy would slow down `--help`
    from topple.runs.standings import Standings


class Watch(Protocol):
    """Is called while a run makes progress."""

    def fitting(self, fold: int, done: int, of: int) -> None:
        """Called when some of the training tasks of a fold have been practised."""

    def playing(self, standings: Standings, tasks: int) -> None:
        """Called after every round of attempts; `tasks` is the number of tasks of the run."""


class Silence:
    """Ignores all calls."""

    def fitting(self, fold: int, done: int, of: int) -> None:
        pass

    def playing(self, standings: Standings, tasks: int) -> None:
        pass


class RunBars:
    """Shows a progress bar while an agent practises and one while it plays."""

    def __init__(self, label: str = "") -> None:
        head = f"{label} " if label else ""
        self._practice = Bar(f"{head}practice", "tasks")
        self._play = Bar(f"{head}play", "tasks")

    def __enter__(self) -> RunBars:
        return self

    def __exit__(self, *_: object) -> None:
        self._practice.end()
        self._play.end()

    def fitting(self, fold: int, done: int, of: int) -> None:
        """Show how many training tasks have been practised."""
        self._play.end()
        self._practice.update(done, of, f"fold {fold}")

    def playing(self, standings: Standings, tasks: int) -> None:
        """Show how many tasks are over, and their mean credit."""
        self._practice.end()
        words = f"{standings.attempts:,} attempts  {standings.score}"
        self._play.update(standings.over, tasks, words)
