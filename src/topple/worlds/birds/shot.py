"""Shots: draw the sling, let go, tap."""

from __future__ import annotations

from dataclasses import dataclass

from topple.errors import BadAction
from topple.sim import maths

_LONGEST_WAIT = 1000.0
_FARTHEST = 1e6


@dataclass(frozen=True, slots=True)
class Shot:
    """A release at (x, y) relative to the sling's rest point; the bird flies the other way.

    `tap` is when the bird uses its power, in seconds after the release. `delay` is how long it
    waits before the sling is drawn, which takes another second.
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
        """Return a shot at an angle above the horizontal, with a share of the full stretch."""
        return cls(-stretch * maths.cos(angle), -stretch * maths.sin(angle), tap, delay)

    def row(self, tap_clock: float = 1.0) -> tuple[float, float, float, float]:
        """Return x, y, tap, delay; a negative tap means no tap.

        `tap_clock` is how many seconds pass in the game per second of the tap's time.
        """
        return self.x, self.y, -1.0 if self.tap is None else tap_clock * self.tap, self.delay
