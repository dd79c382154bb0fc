"""Smaller pictures: every new pixel is the mean of a square of old ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput

_SMALLEST = 8  # pixels


def shrunk(picture: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """Return a picture of height x width x channels at a width that divides its own."""
    height, old_width, channels = picture.shape
    if width == old_width:
        return picture
    fitting = _fitting(height, old_width)
    if width not in fitting:
        raise BadInput(
            f"cannot make a picture {width} pixels wide of one of {old_width}",
            f"`size` is one of {', '.join(map(str, fitting))}",
        )
    side = old_width // width
    low = picture.reshape(height // side, side, -1).sum(axis=1, dtype=np.uint32)
    sums = low.reshape(height // side, width, side, channels).sum(axis=2, dtype=np.uint32)
    return np.asarray((sums + side**2 // 2) // side**2, np.uint8)


def _fitting(height: int, width: int) -> list[int]:
    """Return the widths at which squares of whole pixels cover the picture."""
    sides = range(1, width // _SMALLEST + 1)
    return [width // side for side in sides if width % side == 0 and height % side == 0]
