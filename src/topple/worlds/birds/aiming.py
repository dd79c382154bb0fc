"""Action modes of the environment: how its actions translate to shots."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction
from topple.worlds.birds import Shot
from topple.worlds.birds.angles import ANGLES, angle_shot

MOST_TAP = 4.0  # seconds; the longest flight back to the sling's height takes 4.25
MOST_DELAY = 8.0


@dataclass(frozen=True, slots=True)
class Aiming:
    """One action mode: an action is one of `choices`, or `numbers` numbers from -1 to 1."""

    shot: Callable[[NDArray[Any]], Shot]
    choices: int = 0
    numbers: int = 0

    def read(self, actions: object, count: int) -> NDArray[Any]:
        """Return `count` actions as rows; raise `BadAction` if they are not."""
        try:
            given = np.asarray(actions)
        except ValueError as error:
            raise BadAction(f"not an action: {error}") from error
        if given.dtype.kind not in "iuf":
            raise BadAction(f"not an action: {actions!r:.40}", "give numbers")
        rows = given.reshape(-1, 1) if self.choices else np.atleast_2d(given)
        rows = rows.astype(np.float64)
        if rows.ndim != 2 or rows.shape[1] != (self.numbers or 1):
            raise BadAction(f"an action has {self.numbers} numbers, not shape {given.shape}")
        if len(rows) != count:
            raise BadAction(f"{len(rows)} actions for {count} environments")
        low, high = (0, self.choices - 1) if self.choices else (-1, 1)
        fine = (rows >= low) & (rows <= high) & ((rows == np.floor(rows)) | (not self.choices))
        if not fine.all():
            kind = "whole numbers" if self.choices else "numbers"
            raise BadAction(f"{rows[~fine][0]:g} in an action: give {kind} from {low} to {high}")
        return rows


def _angle(row: NDArray[Any]) -> Shot:
    return angle_shot(float(row[0]))


def _power(row: NDArray[Any]) -> Shot:
    """Return a shot at -90 to 90 degrees, with a stretch from none to full."""
    angle, power = row.tolist()
    return Shot.at_angle(angle * math.pi / 2, (power + 1) / 2)


def _release(row: NDArray[Any]) -> Shot:
    """Return a release at (x, y), in full stretches; a negative tap or delay means none."""
    x, y, tap, delay = row.tolist()
    return Shot(x, y, None if tap < 0 else tap * MOST_TAP, max(delay, 0.0) * MOST_DELAY)


AIMINGS: Mapping[str, Aiming] = {
    "angle": Aiming(_angle, choices=ANGLES),
    "power": Aiming(_power, numbers=2),
    "release": Aiming(_release, numbers=4),
}
