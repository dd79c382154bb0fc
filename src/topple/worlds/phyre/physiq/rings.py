"""Rings around the winning balls, in which losing proposals lie.

The balls of a loser are all larger than the winner's or all smaller, as the search wants: drawn
over the whole range they would come out smaller, since a small ball fits into more places, and the
size of a ball would tell who wins.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from topple.sim import maths
from topple.tasks.draw import generator
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.physiq.proposal import Balls, Grade
from topple.worlds.phyre.task import PhyreTask

# Distance between the centres of a losing and a winning ball, in radii of the winning ball.
RINGS = {Grade.HARD: (0.0, 1.0), Grade.MEDIUM: (1.0, 2.0), Grade.EASY: (2.0, 4.0)}
# Radius of a losing ball, in radii of the winning ball, as on the original's slides (its code goes
# up to 2).
RADII = (0.5, 1.5)

_DRAWS = 10_000  # placements drawn per loser
_AT_A_TIME = 32  # placements drawn at a time

Floats = NDArray[np.float64]
Table = NDArray[np.int64]  # placements x balls x (x, y, radius)


def ring(task: PhyreTask, winner: Balls, grade: Grade, larger: bool) -> Iterator[Table]:
    """Draw placements uniformly over the area of a ring around each ball."""
    rng = generator("physiq", task.id, grade, larger)
    near, far = RINGS[grade]
    centre = np.array(winner, np.float64)
    radius = centre[:, 2]
    least, most = radii_of_losers(radius, larger)
    if (least > most).any():
        return
    for _ in range(0, _DRAWS, _AT_A_TIME):
        share, turn, size = rng.uniform(size=(3, _AT_A_TIME, len(winner)))
        reach = radius * np.sqrt(near**2 + share * (far**2 - near**2))
        table = np.empty((_AT_A_TIME, len(winner), 3))
        table[..., 0] = centre[:, 0] + reach * maths.cosines(2 * np.pi * turn)
        table[..., 1] = centre[:, 1] + reach * maths.sines(2 * np.pi * turn)
        table[..., 2] = least + size * (most - least)
        whole = np.rint(table).astype(np.int64)
        yield whole[in_ring(whole, winner, grade)]


def in_ring(table: Table, winner: Balls, grade: Grade) -> NDArray[np.bool_]:
    """Return which placements lie in the ring of a grade, with radii all larger or all smaller."""
    near, far = RINGS[grade]
    centre = np.array(winner)
    apart = maths.lengths(*np.moveaxis(table[..., :2] - centre[:, :2], -1, 0)) / centre[:, 2]
    fits = ((apart >= near) & (apart <= far)).all(axis=-1)
    sized = np.zeros(len(table), np.bool_)
    for larger in (False, True):
        least, most = radii_of_losers(centre[:, 2].astype(np.float64), larger)
        sized |= ((table[..., 2] >= least) & (table[..., 2] <= most)).all(axis=-1)
    return np.asarray(fits & sized)


def radii_of_losers(radius: Floats, larger: bool) -> tuple[Floats, Floats]:
    """Return the smallest and the largest radius of a loser, for a winner of this radius."""
    least, most = (factor * radius for factor in RADII)
    if larger:
        return radius + 1, np.minimum(most, LARGEST_RADIUS)
    return np.maximum(least, SMALLEST_RADIUS), radius - 1
