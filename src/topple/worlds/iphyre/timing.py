"""When blocks are removed: from seconds to steps.

A block is removed before a step; the first step is 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple.worlds.iphyre.level import SECONDS

Timed = tuple[int, float]  # a block, and when it is removed in seconds
Removal = tuple[int, int]  # a step, and the block that is removed before it

DECISIONS = 10  # moments per second at which a policy may act


def step_at(seconds: float, rate: int) -> int:
    """Return the step nearest to a time."""
    return math.floor(seconds * rate + 0.5)


def by_clock(plan: Sequence[Timed], rate: int) -> list[Removal]:
    """Return when the original's batch simulator removes blocks.

    It takes one entry per step, the earliest first, once its clock has reached the entry's time.
    The clock adds up rounding errors, so that many removals come a step late. An entry at time 0
    takes its turn and removes nothing.
    """
    removals: list[Removal] = []
    step = -1
    for block, seconds in sorted(plan, key=lambda entry: entry[1]):
        step = max(step + 1, int(np.searchsorted(_clock(rate), seconds)))
        if seconds != 0:
            removals.append((step, block))
    return removals


@cache
def _clock(rate: int) -> NDArray[np.float64]:
    """Return the original's clock before every step, added up step by step."""
    ticks = np.full(SECONDS * rate + 1, 1 / rate)
    ticks[0] = 0.0
    return np.add.accumulate(ticks)
