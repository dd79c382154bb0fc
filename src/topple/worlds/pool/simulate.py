"""Batches of shots: play them, and read what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple._native import pool as core
from topple.sim.checks import checked_threads, clear_errors
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.table import CUE

# The sets of impact models: as pooltool 0.4.4 (DeepPHY's) and as pooltool 0.6.0.
MODELS = {"2025": 0, "2026": 1}
NEWEST = "2026"

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Facts:
    """What each shot of a batch did: one row per shot, one column per ball where there are balls.

    `pocket` is the pocket that a ball fell into, -1 if it did not; `rails` counts its rails and
    `first_rail` is the first of them. `hit` has the first two balls that the cue ball met, -1 if it
    met none, and `rails_before` the rails that it touched before each. `hit_place` is where it was
    at the first. `rail_after_hit` is whether any ball touched a cushion after that. `capped` marks
    shots that were stopped because they had too many events.
    """

    pocket: NDArray[np.int8]
    rails: NDArray[np.int16]
    first_rail: NDArray[np.int8]
    x: Floats
    y: Floats
    hit: NDArray[np.int8]
    rails_before: NDArray[np.int16]
    hit_place: Floats
    rail_after_hit: NDArray[np.bool_]
    capped: NDArray[np.bool_]
    events: NDArray[np.int32]
    seconds: Floats
    digests: NDArray[np.uint64]
    start: Floats  # places of the balls before the shot
    batch: core.Batch

    def __len__(self) -> int:
        return len(self.events)

    def places(self, row: int) -> Floats:
        """Return where the balls of one shot ended: NaN for those that are not on the table."""
        return np.column_stack([self.x[row], self.y[row]])


def simulate(
    tables: Floats,
    shots: Sequence[Shot],
    *,
    model: str = NEWEST,
    recorded: bool = False,
    threads: int | None = None,
) -> Facts:
    """Play shots on tables (shots x balls x 2), or all of them on one table.

    A ball whose place is NaN is not on the table. With `recorded`, events and motion are kept.
    """
    tables = np.ascontiguousarray(tables, np.float64)
    rows = np.array([shot.row() for shot in shots], np.float64).reshape(len(shots), 5)
    with clear_errors():
        batch = core.play(tables, CUE, rows, MODELS[model], recorded, checked_threads(threads))
    return Facts(
        batch.pocket(),
        batch.rails(),
        batch.first_rail(),
        batch.x(),
        batch.y(),
        batch.hit(),
        batch.rails_before(),
        batch.hit_place(),
        batch.rail_after_hit().astype(bool),
        batch.capped().astype(bool),
        batch.events(),
        batch.seconds(),
        batch.digests(),
        tables
        if len(tables) == len(shots)
        else np.broadcast_to(tables, (len(shots), *tables.shape[1:])),
        batch,
    )
