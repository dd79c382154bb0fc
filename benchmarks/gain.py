"""Measure what two threads gain.

One and two threads take turns, and each round compares the two: the median and the range of these
ratios are recorded. The gain is by wall time, so it needs a quiet machine. If the threads got in
each other's way, their CPU time would grow.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

TARGET = 1.9


@dataclass(frozen=True, slots=True)
class Gain:
    """Ratios of one thread to two by wall time, and of two to one by CPU time, of each round."""

    wall: Sequence[float]
    cpu: Sequence[float]
    one_cpu_s: Sequence[float]

    def note(self, what: str) -> str:
        """Return the gain in a sentence."""
        return (
            f"two threads, {what}: {spread(self.wall)} times as fast by wall time (aim {TARGET}) "
            f"at {spread(self.cpu)} times the CPU time; {len(self.wall)} rounds, "
            f"load of the machine {os.getloadavg()[0]:.1f}"
        )


def gain(work: Callable[[int], object], rounds: int = 15) -> Gain:
    """Measure work that takes a number of threads."""
    pairs = [(_timed(work, 1), _timed(work, 2)) for _ in range(rounds)]
    return Gain(
        wall=[wall / wall_two for (_, wall), (_, wall_two) in pairs],
        cpu=[cpu_two / cpu for (cpu, _), (cpu_two, _) in pairs],
        one_cpu_s=[cpu for (cpu, _), _ in pairs],
    )


def spread(ratios: Sequence[float]) -> str:
    """Return the median and the range of ratios."""
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def _timed(work: Callable[[int], object], threads: int) -> tuple[float, float]:
    """Return CPU and wall seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    work(threads)
    return time.process_time() - cpu, time.perf_counter() - wall
