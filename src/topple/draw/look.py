"""An attempt as plain data for pictures: figures, and where each is at every moment.

A world records an attempt once. Stills, strips, films, animations and the replay page are all drawn
from the recording, and none of them knows the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import Figure, Rgb
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

# Rows of figure, x, y, angle, scale_x, scale_y: scaled, then turned, then moved. Drawn in order.
Spots = NDArray[np.float64]
# The same behind a first column, the body. Two bodies keep their order in all frames. Bodies may
# appear and vanish. Those with negative numbers only decorate: they do not count as motion.
Bodies = NDArray[np.float64]
# Pixels per unit, and where the origin of the world is on the picture.
Camera = tuple[float, float, float]

NO_SPOTS: Spots = np.empty((0, 6))
# The border that shows how an attempt ended.
BORDER_SHARE = 1 / 66  # share of a picture's width
ENDS: dict[Outcome, Rgb] = {
    Outcome.SOLVED: (52, 168, 110),
    Outcome.INVALID: (214, 69, 61),
    Outcome.FAILED: (214, 69, 61),
}


class Window(NamedTuple):
    """The part of a world that a picture shows, in world units."""

    left: float
    bottom: float
    width: float
    height: float

    def shape(self, size: int) -> tuple[int, int]:
        """Return height and width in pixels of a picture `size` pixels wide."""
        return round(size * self.height / self.width), size

    def camera(self, size: int) -> Camera:
        """Return the camera of a picture `size` pixels wide."""
        scale = size / self.width
        return scale, -self.left * scale, (self.bottom + self.height) * scale


@dataclass(frozen=True, eq=False, kw_only=True)
class Recording:
    """An attempt, or a wait where `action` is None: the start, every `stride`-th step, the end."""

    task: Task
    action: tuple[float, ...] | None
    outcome: Outcome
    words: str  # the ending, in words
    reason: str = ""  # why the action was refused
    hint: str = ""  # advice for a refused action
    moves: tuple[str, ...] = ()  # the action in words
    legend: str = ""  # the meaning of colours and shapes
    steps: int
    steps_per_second: int
    stride: int

    figures: Sequence[Figure]
    window: Window
    background: Rgb
    border: Rgb | None = None  # around every picture, over the edge of the window
    fixed: Spots = field(default_factory=NO_SPOTS.copy)  # never move, drawn first
    frames: Sequence[Bodies]
    seconds: NDArray[np.float64]  # time of each frame
    notes: Spots = field(default_factory=NO_SPOTS.copy)  # drawn over the first picture, to read it

    width: int = 512  # recommended width of a picture in pixels
    colours: int = 40  # number that a small animation needs
