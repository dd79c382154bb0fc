"""Hill climbing: improve placements round by round where random ones never solve."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import normals
from topple.worlds.phyre.gaps import gap
from topple.worlds.phyre.simulate import simulate, validate
from topple.worlds.phyre.task import PhyreTask

_ROUNDS = 10
_PLACED = 400  # placements per round
_BEST = 40  # placements that the next round starts from
# Standard deviation around the best placements, as a share of the scene, and its factor per round.
_SPREAD, _SHRINK = 0.05, 0.85

Actions = NDArray[np.float64]


def climbed(
    task: PhyreTask, rng: np.random.Generator, threads: int | None = None
) -> NDArray[np.float64]:
    """Return winning balls, placements x balls x (x, y, radius); empty if none is found.

    A placement is better if it ends with the two goal bodies nearer to each other.
    """
    best, apart = np.empty((0, task.tier.dimensions)), np.empty(0)
    for turn in range(_ROUNDS):
        actions = _valid(task, best, _SPREAD * _SHRINK**turn, rng)
        batch = simulate(task, actions, threads=threads)
        if batch.solved.any():
            return batch.balls[batch.solved]
        best = np.concatenate([best, actions])
        gaps = [gap(task, batch.bodies(i)) for i in range(len(batch))]
        apart = np.concatenate([apart, gaps])
        kept = np.argsort(apart, kind="stable")[:_BEST]
        best, apart = best[kept], apart[kept]
    return np.empty((0, task.tier.balls, 3))


def _valid(task: PhyreTask, best: Actions, spread: float, rng: np.random.Generator) -> Actions:
    """Draw valid placements near the best ones, or anywhere in the first round."""
    found = np.empty((0, task.tier.dimensions))
    while len(found) < _PLACED:
        drawn = rng.uniform(size=(10 * _PLACED, task.tier.dimensions))
        if len(best):
            near = best[rng.integers(len(best), size=len(drawn))]
            moved = np.reshape(normals(rng, near.size), near.shape)
            drawn = np.clip(near + spread * moved, 0.0, 1.0)
        found = np.concatenate([found, drawn[validate(task, drawn) == 0]])
    return found[:_PLACED]
