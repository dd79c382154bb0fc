"""Simulate placements: which win, how firm they are, and a digest of how they end."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.physiq.proposal import Balls, action
from topple.worlds.phyre.physiq.rings import Table
from topple.worlds.phyre.search import centred
from topple.worlds.phyre.simulate import simulate, validate
from topple.worlds.phyre.task import PhyreTask

Mask = NDArray[np.bool_]

# One unit off in eight directions, or one unit larger or smaller.
_OFF = [(dx, dy, 0) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy] + [(0, 0, 1), (0, 0, -1)]


def play(task: PhyreTask, table: Table, threads: int | None) -> tuple[Mask, Mask]:
    """Simulate placements; return which of them win and which are valid."""
    wins = np.zeros(len(table), np.bool_)
    actions = centred(table.astype(np.float64))
    valid = np.asarray(validate(task, actions) == 0) if len(table) else wins.copy()
    if valid.any():
        batch = simulate(task, actions[valid], outcome_only=True, threads=threads)
        wins[valid] = batch.solved
    return wins, valid


def firmness(task: PhyreTask, balls: Balls, threads: int | None = None) -> float:
    """Compute the share of valid placements one unit off that end as this one does."""
    near = np.array([balls]) + np.array(_OFF)[:, None]
    near = near[((near[..., 2] >= SMALLEST_RADIUS) & (near[..., 2] <= LARGEST_RADIUS)).all(axis=1)]
    wins, valid = play(task, np.concatenate([[balls], near]), threads)
    return float((wins[1:] == wins[0])[valid[1:]].mean()) if valid[1:].any() else 1.0


def digest(task: PhyreTask, balls: list[Balls], threads: int | None = None) -> str:
    """Hash the final states of several placements, each simulated to its end."""
    batch = simulate(task, [action(each) for each in balls], digest=True, threads=threads)
    states = " ".join(f"{int(state):016x}" for state in batch.digests)
    return hashlib.sha256(states.encode()).hexdigest()[:12]
