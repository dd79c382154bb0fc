"""The action space of Phy-Q's learning agents: 180 angles at full stretch."""

from __future__ import annotations

import math

from topple.worlds.birds.shot import Shot

ANGLES = 180


def angle_shot(number: float) -> Shot:
    """Return a full stretch to (number + 90) degrees: 90 shoots flat, 135 at 45 degrees."""
    return Shot.at_angle(math.radians(number - 90.0))
