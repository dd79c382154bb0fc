"""Plans: where the rule of a template says to aim each bird."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from topple.worlds.birds.staging.places import Point

Arc = Literal["flat", "steep"]


@dataclass(frozen=True, slots=True)
class Aim:
    """One shot of a plan: at a point, along the flat or the steep arc.

    `stretch` is the share of a full stretch. `tap` is the share of the way to the point at which
    the bird's power is used. `delay` is how many seconds the bird waits on the sling.
    """

    x: float
    y: float
    arc: Arc = "flat"
    stretch: float = 1.0
    tap: float | None = None
    delay: float = 0.0

    def moved(self, right: float, up: float) -> Aim:
        """Return the aim in a scene that is moved right and up."""
        return replace(self, x=self.x + right, y=self.y + up)


def aim(
    at: Point,
    *,
    right: float = 0.0,
    up: float = 0.0,
    stretch: float = 1.0,
    tap: float | None = None,
    delay: float = 0.0,
) -> Aim:
    """Aim along the flat arc, at the middle of a thing or at a point `right` and `up` of it."""
    return Aim(at[0] + right, at[1] + up, "flat", stretch, tap, delay)


def lob(
    at: Point,
    *,
    right: float = 0.0,
    up: float = 0.0,
    stretch: float = 1.0,
    tap: float | None = None,
    delay: float = 0.0,
) -> Aim:
    """Aim along the steep arc, otherwise like `aim`."""
    return Aim(at[0] + right, at[1] + up, "steep", stretch, tap, delay)
