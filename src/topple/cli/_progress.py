"""A progress bar on stderr, where someone is there to see it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

_WIDTH = 28


class Progress:
    """How far a file has been read; silent unless stderr is a terminal and the input a file."""

    def __init__(self, file: str) -> None:
        self.lines = 0
        self._shown = file != "-" and sys.stderr.isatty()
        self._size = Path(file).stat().st_size if self._shown else 0
        self._start = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown and self.lines:
            print(file=sys.stderr)

    def advance(self, lines: int, bytes_done: int) -> None:
        """Count lines, and show how many bytes of the file they leave."""
        self.lines += lines
        if not self._shown:
            return
        share = min(1.0, bytes_done / max(1, self._size))
        full = round(share * _WIDTH)
        pace = self.lines / max(1e-3, time.monotonic() - self._start)
        bar = f"[{'#' * full}{'.' * (_WIDTH - full)}]"
        text = f"\r{bar} {share:4.0%}  {self.lines:,} lines  {pace:,.0f}/s "
        print(text, end="", file=sys.stderr, flush=True)
