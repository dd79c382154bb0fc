"""The clock of a training: how much is done, the learning rate, reports, and their curve."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from topple.agents._training.options import Options, Progress

CURVE = "training.jsonl"


class Curve:
    """Appends losses and other measures to the file in a folder."""

    def __init__(self, folder: Path, update: int) -> None:
        """Open it; lines after the update to continue from are dropped, as they come again."""
        self._path = folder / CURVE
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        kept = [line for line in lines if _update_of(line) <= update]
        if len(kept) < len(lines):
            self._path.write_text("".join(f"{line}\n" for line in kept))

    def add(self, row: Mapping[str, float | None]) -> None:
        """Write a line, six digits per number."""
        short = {k: None if v is None else float(f"{v:.6g}") for k, v in row.items()}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a") as file:
            file.write(json.dumps(short) + "\n")


def _update_of(line: str) -> float:
    try:
        return float(json.loads(line)["update"])
    except (ValueError, KeyError, TypeError):
        return float("inf")  # a line cut short by a kill


class Clock:
    """Measures a training of `total` updates that has already made `update` in `seconds`.

    A step that takes longer than a second asks `stopped` in between, and calls `beat`.
    """

    def __init__(
        self,
        options: Options,
        total: int,
        update: int,
        seconds: float,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._options, self._total = options, total
        self.interrupted = interrupted
        self._curve = None if options.folder is None else Curve(options.folder, update)
        self._before, self._began = seconds, time.monotonic()

    @property
    def timed(self) -> bool:
        """Whether the training ends by the clock."""
        return self._options.minutes is not None

    def seconds(self) -> float:
        """Return the training time so far, earlier calls included."""
        return self._before + time.monotonic() - self._began

    def share(self, update: int) -> float:
        """Return the share that is done, by updates or by time, whichever is larger."""
        done, minutes = update / self._total, self._options.minutes
        return done if minutes is None else max(done, self.seconds() / max(1e-9, 60 * minutes))

    def stopped(self) -> bool:
        """Return whether a step must end early: the time is up, or somebody pressed Ctrl-C."""
        return self.interrupted() or self.share(0) >= 1

    def beat(self, update: int) -> None:
        """Call the option `watch` in the middle of a step, so that people see it go on."""
        progress = Progress(update, self._total, None, self.seconds(), self.share(update))
        self._options.watch(progress)

    def report(self, update: int, loss: float | None, more: Mapping[str, float | None]) -> None:
        """Write a line of the learning curve and call the option `watch`."""
        seconds = self.seconds()
        if self._curve is not None:
            self._curve.add({"update": update, "loss": loss, **more, "seconds": seconds})
        share, passed = self.share(update), more.get("passed")
        self._options.watch(Progress(update, self._total, loss, seconds, share, passed))


def cosine(rate: float, share: float) -> float:
    """Return the learning rate after a share of the training: half a cosine, down to 0."""
    return rate * (1 + math.cos(math.pi * share)) / 2
