"""The actions of bird tasks: one shot per bird, four numbers each: x, y, tap, delay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from topple.errors import BadAction, UnknownName
from topple.sim import maths
from topple.tasks.actions import PAPER, ActionSpace, read_numbers
from topple.tasks.attempt import Action
from topple.tasks.draw import normals
from topple.worlds.birds.shot import Shot

NUMBERS = 4
_PIXEL = 35 / 640  # size of a pixel in the original's pictures, in units


@dataclass(frozen=True, slots=True)
class Ranges:
    """The distribution of a random agent's shots: release points and tap times."""

    x: tuple[float, float]
    y: tuple[float, float]
    tap: tuple[float, float]


# Phy-Q's random agent. In the paper, taps come after 50 to 80 % of the estimated flight time, which
# is about three seconds; the code sends the same numbers as milliseconds.
RANGES = {
    PAPER: Ranges((-100 * _PIXEL, -10 * _PIXEL), (-100 * _PIXEL, 100 * _PIXEL), (0.5, 3.0)),
    "code": Ranges((-200 * _PIXEL, -10 * _PIXEL), (-200 * _PIXEL, 200 * _PIXEL), (0.05, 0.08)),
}


@dataclass(frozen=True)
class Shots(ActionSpace):
    """Up to one shot per bird."""

    policies = True
    candidates_seed = 7
    birds: int

    @property
    def name(self) -> str:
        return f"shots-{self.birds}"

    @property
    def dimensions(self) -> int:
        return NUMBERS * self.birds

    def sample(self, rng: np.random.Generator) -> Action:
        """Draw one shot per bird, as in Phy-Q's paper."""
        return self.sample_from(PAPER, rng)

    def sample_from(self, ranges: str, rng: np.random.Generator) -> Action:
        """Draw one shot per bird, as Phy-Q's random agent does in the paper or in its code."""
        if ranges not in RANGES:
            raise UnknownName("ranges", ranges, known=RANGES)
        of = RANGES[ranges]
        drawn = [
            (rng.uniform(*of.x), rng.uniform(*of.y), rng.uniform(*of.tap), 0.0)
            for _ in range(self.birds)
        ]
        return tuple(float(number) for shot in drawn for number in shot)

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Draw shots near the given ones; taps and delays are at least 0."""
        drawn = np.array(action) + np.multiply(spread, normals(rng, len(action)))
        drawn[2::NUMBERS] = np.where(np.array(action[2::NUMBERS]) < 0, -1.0, drawn[2::NUMBERS])
        drawn[3::NUMBERS] = np.maximum(drawn[3::NUMBERS], 0.0)
        return tuple(drawn.tolist())

    def one(self, action: object) -> Action:
        """Check that numbers are shots and return them; raise `BadAction` if they are not."""
        row = read_numbers(action)
        if row.ndim != 1 or not len(row) or len(row) % NUMBERS or len(row) > self.dimensions:
            raise BadAction(
                f"{self.birds} birds take {NUMBERS} numbers each, not shape {row.shape}",
                "give x, y, tap and delay of each shot; a negative tap means no tap",
            )
        shots_of(row.tolist())
        return tuple(row.tolist())


def shots_of(action: Sequence[float]) -> list[Shot]:
    """Convert numbers to shots; raise `BadAction` for the first that does not fit."""
    rows = [action[i : i + NUMBERS] for i in range(0, len(action), NUMBERS)]
    return [Shot(x, y, None if tap < 0 else tap, delay) for x, y, tap, delay in rows]


def action_of(shots: Sequence[Shot]) -> Action:
    """Convert shots to numbers."""
    return tuple(number for shot in shots for number in shot.row())


def turned(shot: Shot, angle: float, stretch: float) -> Shot:
    """Return the shot turned by an angle and with another stretch, at most the full one."""
    length = min(1.0, maths.hypot(shot.x, shot.y) + stretch)
    direction = maths.atan2(-shot.y, -shot.x) + angle
    return Shot.at_angle(direction, length, shot.tap, shot.delay)
