"""Shots: how the stick hits the cue ball."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from topple.sim import maths

SLOWEST, FASTEST = 0.5, 8.0  # m/s, of the stick
FARTHEST = 0.5  # ball radii from the centre of the ball
NUMBERS = 4
# The noise that what is certified must survive: degrees, and a share of the speed.
DEGREES, SHARE = 0.1, 0.01
_DIGITS = 3  # decimals of the angle, which is read in thousandths of a degree


class Shot(NamedTuple):
    """Direction and speed of the stick, and where its tip hits the ball.

    `angle` is in degrees, counter-clockwise from the right; 90 points to the foot of the table.
    `side` is to the left and `height` up, in ball radii. The stick is level: balls stay on the
    cloth in this model, so a raised stick adds little.
    """

    angle: float
    speed: float
    side: float = 0.0
    height: float = 0.0

    def refusal(self) -> str:
        """Return why the shot is impossible; "" if it is not."""
        if not all(math.isfinite(number) for number in self):
            return "a number of the shot is not finite"
        if not SLOWEST <= self.speed <= FASTEST:
            return f"speed {self.speed:g}: give {SLOWEST:g} to {FASTEST:g} m/s"
        off = maths.hypot(self.side, self.height)
        if off > FARTHEST + 1e-12:
            return f"the tip is {off:.3g} radii off the centre: give at most {FARTHEST:g}"
        return ""

    def rounded(self) -> Shot:
        """Return the shot as it is played: its angle from 0 to 360, in thousandths of a degree."""
        return self._replace(angle=round(self.angle % 360, _DIGITS) % 360)

    def row(self) -> tuple[float, float, float, float, float]:
        """Return speed, direction, elevation, side and height for the simulator."""
        return self.speed, self.angle, 0.0, self.side, self.height


def shaken(shot: Shot) -> list[Shot]:
    """Return the shot itself and the eight that are off by 0.1 degrees and 1 % of the speed."""
    return [
        shot._replace(angle=shot.angle + turn, speed=shot.speed * (1 + faster))
        for turn, faster in product((0.0, -DEGREES, DEGREES), (0.0, -SHARE, SHARE))
    ]


def shots_of(action: Sequence[float]) -> list[Shot]:
    """Convert numbers to shots, four each."""
    return [Shot(*action[i : i + NUMBERS]) for i in range(0, len(action), NUMBERS)]


def action_of(shots: Sequence[Shot]) -> tuple[float, ...]:
    """Convert shots to numbers."""
    return tuple(float(number) for shot in shots for number in shot)
