"""Plan shots exactly: which release hits a point, when to tap, which points are out of reach.

The engine moves a bird by the velocity after gravity's pull in each step, so that after n steps of
dt it has fallen g dt^2 n (n + 1) / 2. A bird starts where it is let go, not at the sling.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.sim import maths
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, TIME_STEP, Rules
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.birds import BIRDS

_PULL = GRAVITY * GRAVITY_SCALE
# Candidate angles in radians: from steeply down to just short of straight up.
_ANGLES = np.radians(np.arange(-89.0, 89.5, 0.5))
_HALVINGS = 40
_LONGEST_FLIGHT = 20.0  # seconds; a bird is gone by then


@dataclass(frozen=True, slots=True)
class Flight:
    """The path of a bird in free flight without a tap."""

    x: float  # x of its centre at the release
    y: float
    speed_x: float
    speed_y: float

    def at(self, time: float) -> tuple[float, float]:
        """Return the position after some time."""
        fall = _PULL * time * (time + TIME_STEP) / 2
        return self.x + self.speed_x * time, self.y + self.speed_y * time - fall

    def time_to(self, x: float) -> float | None:
        """Return the time of flight to a horizontal position; None if it is never reached."""
        if self.speed_x == 0.0:
            return None
        time = (x - self.x) / self.speed_x
        return time if 0.0 <= time <= _LONGEST_FLIGHT else None


def flight(shot: Shot, bird: str = "BirdRed", rules: Rules | None = None) -> Flight:
    """Return the path of a shot."""
    rules = rules or Rules()
    length = maths.hypot(shot.x, shot.y)
    clamp = min(1.0, rules.most_stretch / length) if length else 1.0
    pull_x, pull_y = shot.x * clamp, shot.y * clamp
    offset = BIRDS[bird].offset
    return Flight(
        rules.pivot[0] + pull_x + offset[0],
        rules.pivot[1] + pull_y + offset[1],
        -pull_x * rules.speed_per_stretch,
        -pull_y * rules.speed_per_stretch,
    )


def angles_to(
    x: float, y: float, *, stretch: float = 1.0, bird: str = "BirdRed", rules: Rules | None = None
) -> tuple[float, ...]:
    """Return the launch angles that hit a point, flat first; none if it is out of reach."""
    rules = rules or Rules()
    misses = _misses(_ANGLES, x, y, stretch, bird, rules)
    signs = np.sign(misses)
    low, high = _ANGLES[:-1], _ANGLES[1:]
    found = signs[:-1] * signs[1:] < 0
    low, high, sign = low[found], high[found], signs[:-1][found]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        same = np.sign(_misses(middle, x, y, stretch, bird, rules)) == sign
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return tuple(((low + high) / 2).tolist())


def closest_angle(
    x: float, y: float, *, stretch: float = 1.0, bird: str = "BirdRed", rules: Rules | None = None
) -> float:
    """Return the launch angle that passes closest below a point out of reach."""
    misses = _misses(_ANGLES, x, y, stretch, bird, rules or Rules())
    return float(_ANGLES[np.nanargmax(misses)]) if np.isfinite(misses).any() else math.pi / 4


def shots_at(
    x: float,
    y: float,
    *,
    stretch: float = 1.0,
    bird: str = "BirdRed",
    rules: Rules | None = None,
) -> tuple[Shot, ...]:
    """Return the shots that hit a point, flat first."""
    angles = angles_to(x, y, stretch=stretch, bird=bird, rules=rules)
    return tuple(Shot.at_angle(angle, stretch) for angle in angles)


def tap_time(shot: Shot, x: float, share: float = 1.0, bird: str = "BirdRed") -> float | None:
    """Return when to tap so that the power acts at a share of the way to a position."""
    path = flight(shot, bird)
    return path.time_to(path.x + share * (x - path.x))


def _misses(
    angles: NDArray[np.float64], x: float, y: float, stretch: float, bird: str, rules: Rules
) -> NDArray[np.float64]:
    """Return how far above the point shots at these angles pass; NaN for those that never do."""
    pull = min(stretch, rules.most_stretch)
    cos, sin = maths.cosines(angles), maths.sines(angles)
    offset_x, offset_y = BIRDS[bird].offset
    speed = pull * rules.speed_per_stretch
    time = (x - (rules.pivot[0] + offset_x - pull * cos)) / (speed * cos)
    height = rules.pivot[1] + offset_y - pull * sin + speed * sin * time
    height -= _PULL * time * (time + TIME_STEP) / 2
    return np.where((time >= 0.0) & (time <= _LONGEST_FLIGHT), height - y, np.nan)
