"""What models are shown of a table: a picture, and where the balls are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.draw import png
from topple.prompting.question import Picture
from topple.worlds.pool.look.screenshot import screenshot
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.words import name_of

_WIDTH = 656  # pixels: one for two millimetres
_VERSION = 1


def picture(task: PoolTask, table: NDArray[np.float64]) -> Picture:
    """Draw a table at rest, with the marks of the task."""
    pixels = screenshot(task, table, _WIDTH)
    data = png.encode(pixels, quick=True)
    return Picture(f"table@{_VERSION}", data, png.pixel_hash(pixels))


def places(table: NDArray[np.float64]) -> str:
    """Return where the balls are, in millimetres as the description says."""
    balls = [
        f"{name_of(ball)} ({1000 * x:.0f}, {1000 * y:.0f})"
        for ball, (x, y) in enumerate(table.tolist())
        if x == x
    ]
    return f"Centres of the balls: {', '.join(balls)}."
