"""A progress bar on stderr: live on a terminal, one line per minute elsewhere."""

from __future__ import annotations

import shutil
import sys
import time

_WIDTH = 24
_REDRAW_S = 0.1
_LINE_S = 60.0  # between lines when stderr is not a terminal


class Bar:
    """Shows how much of a job is done, how fast it goes and how long the rest will take.

    Use it in a `with` block, so that an error or Ctrl-C prints below the bar, not into it.
    """

    def __init__(self, label: str, unit: str) -> None:
        self._label = label
        self._unit = unit
        # Kept, because libraries may replace stderr by something that waits for whole lines.
        self._out = sys.stderr
        self._live = self._out.isatty()
        self._first: tuple[float, int] | None = None
        self._shown = time.monotonic()
        self._drawn = False

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def update(self, done: int, of: int, words: str = "") -> None:
        """Show that `done` of `of` units are done, and a few words."""
        now = time.monotonic()
        at_once = self._live and self._first is None
        if self._first is None:
            # Work done before this session says nothing about its pace.
            self._first = now, done
        wait = _REDRAW_S if self._live else _LINE_S
        if done < of and now - self._shown < wait and not at_once:
            return
        self._shown = now
        line = self._line(done, of, words, now)
        if self._live:
            room = shutil.get_terminal_size().columns - 1
            print(f"\r{line[:room]:<{room}}", end="", file=self._out, flush=True)
            self._drawn = True
        elif done < of:
            print(line, file=self._out, flush=True)

    def end(self) -> None:
        """Leave the bar as it is and go to the next line."""
        if self._drawn:
            print(file=self._out)
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


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
