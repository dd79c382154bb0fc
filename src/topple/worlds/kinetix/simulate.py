"""Play decisions on levels, one or a million at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple._native import kinetix as core
from topple.sim.checks import checked_stride, checked_threads, clear_errors, one_per_plan
from topple.tasks.outcome import Outcome
from topple.worlds.kinetix.actions import Rows
from topple.worlds.kinetix.level import Level
from topple.worlds.kinetix.to_native import native_level

STEPS_PER_SECOND = 30
# The native verdicts: green met blue, green met red, the time was up, a number overflowed.
OUTCOMES = {1: Outcome.SOLVED, 2: Outcome.MISSED, 3: Outcome.MISSED, 4: Outcome.MISSED}
NOTES = {2: "green touched red", 3: "the time was up", 4: "the simulation broke down"}


@dataclass(frozen=True, eq=False, slots=True)
class Play:
    """The result of decisions on one level."""

    outcome: Outcome
    steps: int
    reward: float  # summed over all steps
    last_reward: float
    distance: float  # between green and blue at the end, in metres
    closest: float  # the smallest distance of all steps
    digest: str
    note: str
    frames: NDArray[np.float32]  # moments x bodies x (x, y, rotation, velocity, spin); see `stride`


def simulate(
    levels: Level | Sequence[Level],
    rows: Sequence[Rows],
    *,
    stride: int = 0,
    threads: int | None = None,
) -> list[Play]:
    """Play rows of decisions on a thread pool; after the last row nothing is driven.

    Give one level and many lists of rows, or as many levels as lists. With a stride, all bodies are
    recorded at the start, every `stride` steps and at the end.
    """
    several = one_per_plan(levels, Level, rows)
    natives = [native_level(level) for level in several]
    with clear_errors():
        plays = core.play(natives, rows, checked_stride(stride), checked_threads(threads))
    return [play_of(native, len(level)) for native, level in zip(plays, natives, strict=True)]


def play_of(native: core.Play, bodies: int) -> Play:
    """Return what the simulator found."""
    return Play(
        OUTCOMES[native.outcome],
        native.steps,
        native.total_reward,
        native.last_reward,
        native.distance,
        native.closest,
        f"{native.digest:016x}",
        NOTES.get(native.outcome, ""),
        native.frames(bodies),
    )
