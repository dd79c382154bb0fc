"""Observers that are called while a run is played."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Protocol

from topple.progress import Bar

if TYPE_CHECKING:  # numpy would slow down `--help`
    from topple.runs.recorder import Recorder


class Watch(Protocol):
    """Is called while a run makes progress."""

    def fitting(self, fold: int, done: int, of: int) -> None:
        """Called when some of the training tasks of a fold have been practised."""

    def playing(self, recorder: Recorder, tasks: int) -> None:
        """Called after every round of attempts; `tasks` is the number of tasks of the run."""

    def failed(self, reason: str, trace: str) -> None:
        """Called when the agent raises an exception."""


class Silence:
    """Shows no progress, and warns of the first fault of the agent."""

    _warned = False

    def fitting(self, fold: int, done: int, of: int) -> None:
        pass

    def playing(self, recorder: Recorder, tasks: int) -> None:
        pass

    def failed(self, reason: str, trace: str) -> None:
        if not self._warned:
            warnings.warn(f"{reason}\n{trace}", stacklevel=2)
        self._warned = True


class RunBars:
    """Shows a progress bar while an agent practises and one while it plays.

    The first exception of the agent is shown with its traceback. `shorter` is the setting that
    makes practice shorter, if the agent has one.
    """

    def __init__(self, label: str = "", shorter: str = "") -> None:
        head = f"{label} " if label else ""
        self._practice = Bar(f"{head}practice", "tasks")
        self._play = Bar(f"{head}play", "tasks")
        self._failed = self._announced = False
        self._shorter = f"; for a first look, `{shorter}` makes it shorter" if shorter else ""

    def __enter__(self) -> RunBars:
        return self

    def __exit__(self, *_: object) -> None:
        self._practice.end()
        self._play.end()

    def fitting(self, fold: int, done: int, of: int) -> None:
        """Show how many training tasks have been practised."""
        self._play.end()
        if not done:
            self._announce(fold, of)
        self._practice.update(done, of, f"fold {fold}")

    def _announce(self, fold: int, of: int) -> None:
        """Announce what is practised, once for all folds; the bar shows how long it takes."""
        if not self._announced:
            tasks = "1 task" if of == 1 else f"{of:,} tasks"
            print(
                f"the agent first practises on {tasks} of fold {fold}; the outcomes are stored, "
                f"and later runs reuse them{self._shorter}",
                file=sys.stderr,
            )
        self._announced = True

    def playing(self, recorder: Recorder, tasks: int) -> None:
        """Show how many tasks are over, and how many of them are solved."""
        self._practice.end()
        words = f"{recorder.attempts:,} attempts  {recorder.solved:,} tasks solved"
        self._play.update(recorder.over, tasks, words)

    def failed(self, reason: str, trace: str) -> None:
        """Print the first traceback."""
        if self._failed:
            return
        self._failed = True
        self._play.end()
        print(trace, end="", file=sys.stderr)
