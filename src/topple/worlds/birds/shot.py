"""What one may do: draw the sling, let go, tap."""

from __future__ import annotations

import math
from dataclasses import dataclass

from topple.errors import BadAction

_LONGEST_WAIT = 1000.0
_FARTHEST = 1e6


@dataclass(frozen=True, slots=True)
class Shot:
    """Let a bird go at (x, y) from the sling's rest point; it flies the other way.

    `tap` is the time of its power after that. `delay` is how long it waits on the sling before it
    is drawn, which takes a second more.
    """

    x: float
    y: float
    tap: float | None = None
    delay: float = 0.0

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("x", self.x, -_FARTHEST, _FARTHEST),
            ("y", self.y, -_FARTHEST, _FARTHEST),
            ("tap", 0.0 if self.tap is None else self.tap, 0.0, _LONGEST_WAIT),
            ("delay", self.delay, 0.0, _LONGEST_WAIT),
        ):
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise BadAction(f"{name} is {value!r:.40}, not a number")
            if not least <= value <= most:
                raise BadAction(f"{name} is {value!r:.40}: give {least:g} to {most:g}")

    @classmethod
    def at_angle(
        cls, angle: float, stretch: float = 1.0, tap: float | None = None, delay: float = 0.0
    ) -> Shot:
        """Shoot upwards at this angle from the horizontal, with this much of a stretch."""
        return cls(-stretch * math.cos(angle), -stretch * math.sin(angle), tap, delay)

    def row(self) -> tuple[float, float, float, float]:
        """Give x, y, tap, delay as the engine takes them; no tap is negative."""
        return self.x, self.y, -1.0 if self.tap is None else self.tap, self.delay
