"""Strategies: what a rule says to shoot at, and the shots that do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Arc = Literal["flat", "steep"]


@dataclass(frozen=True, slots=True)
class Aim:
    """One shot of a plan: at a point, along the flat or the steep arc.

    `tap` is how far along the way to the point the bird's power is used, 1 at the point. `delay` is
    how long the bird waits on the sling. `tries` says which of these numbers matter so much that a
    search around the plan varies them more widely: it multiplies the usual spreads.
    """

    x: float
    y: float
    arc: Arc = "flat"
    stretch: float = 1.0
    tap: float | None = None
    delay: float = 0.0
    tries: float = 1.0


def aim(
    at: tuple[float, float],
    arc: Arc = "flat",
    *,
    right: float = 0.0,
    up: float = 0.0,
    stretch: float = 1.0,
    tap: float | None = None,
    delay: float = 0.0,
    tries: float = 1.0,
) -> Aim:
    """Aim at a thing, or beside it."""
    return Aim(at[0] + right, at[1] + up, arc, stretch, tap, delay, tries)
