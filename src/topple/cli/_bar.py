"""A progress bar on stderr, where someone is there to see it; else a line now and then."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from topple.runs.progress import Standings

_WIDTH = 24
_REDRAW_S = 0.1
_LINE_S = 60.0  # between lines when stderr is no terminal


class Bar:
    """How far a job of known length has come, how fast it goes and how long it will take."""

    def __init__(self, label: str, unit: str) -> None:
        self._label = label
        self._unit = unit
        self._live = sys.stderr.isatty()
        self._first: tuple[float, int] | None = None
        self._shown = time.monotonic()
        self._drawn = False

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def update(self, done: int, of: int, words: str = "") -> None:
        """Show how many of how many are done, and a few words."""
        now = time.monotonic()
        if self._first is None:
            # What was done before this session says nothing about its pace.
            self._first = now, done
        if done < of and now - self._shown < (_REDRAW_S if self._live else _LINE_S):
            return
        self._shown = now
        line = self._line(done, of, words, now)
        if self._live:
            room = shutil.get_terminal_size().columns - 1
            print(f"\r{line[:room]:<{room}}", end="", file=sys.stderr, flush=True)
            self._drawn = True
        elif done < of:
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the bar as it is and go to the next line."""
        if self._drawn:
            print(file=sys.stderr)
        self._drawn, self._first = False, None

    def _line(self, done: int, of: int, words: str, now: float) -> str:
        share = done / max(1, of)
        full = round(share * _WIDTH)
        start, before = self._first or (now, done)
        pace = (done - before) / max(1e-3, now - start)
        left = f"{_clock((of - done) / pace)} left" if pace > 0 and done < of else ""
        bar = f"[{'#' * full}{'.' * (_WIDTH - full)}]"
        parts = (f"{done:,} of {of:,} {self._unit}", f"{pace:,.1f}/s", left, words)
        return f"{self._label} {bar} " + "  ".join(part for part in parts if part)


class RunBars:
    """Shows a bar while an agent practises and one while it plays."""

    def __init__(self, label: str = "") -> None:
        head = f"{label} " if label else ""
        self._practice = Bar(f"{head}practice", "tasks")
        self._play = Bar(f"{head}play", "tasks")

    def fitting(self, fold: int, done: int, of: int) -> None:
        """Show how many training tasks were practised on."""
        self._play.end()
        self._practice.update(done, of, f"fold {fold}")

    def playing(self, standings: Standings, tasks: int) -> None:
        """Show how many tasks are over, and what they have earned."""
        self._practice.end()
        words = f"{standings.attempts:,} attempts  {standings.score}"
        self._play.update(standings.over, tasks, words)

    def end(self) -> None:
        """Leave both as they are."""
        self._practice.end()
        self._play.end()


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
