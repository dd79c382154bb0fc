"""The clock of a training: how much is done, the learning rate, and progress reports."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

from topple.agents._training.curve import Curve
from topple.agents._training.options import Options, Progress


class Clock:
    """Measures a training of `total` updates that has already made `update` in `seconds`."""

    def __init__(self, options: Options, total: int, update: int, seconds: float) -> None:
        self._options, self._total = options, total
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
