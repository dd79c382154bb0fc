"""The choices of Phy-Q's learners: 180 angles at full stretch."""

from __future__ import annotations

import math

from topple.worlds.birds.shot import Shot

ANGLES = 180


def angle_shot(number: float) -> Shot:
    """Let go at full stretch, (number + 90) degrees from the right: 90 shoots flat, 135 at 45."""
    return Shot.at_angle(math.radians(number - 90.0))
