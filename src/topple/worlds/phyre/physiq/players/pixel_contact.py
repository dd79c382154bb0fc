"""Detect contact by pixels only: are the two goal colours at most a few pixels apart?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.physiq.pictures import Pixels
from topple.worlds.phyre.view import PALETTE

_TOLERANCE = 40  # difference of colours, summed over red, green and blue
_REACH = 4  # pixels between touching bodies: pixels at an edge are a mix of two colours
_TARGETS = (Colour.BLUE, Colour.PURPLE)

Mask = NDArray[np.bool_]


def in_contact(picture: Pixels) -> bool:
    """Return whether green is within a few pixels of blue or purple."""
    green = _paint(picture, Colour.GREEN)
    rows, columns = (np.flatnonzero(green.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return False
    # Look only at the surroundings of green.
    top, left = max(0, rows[0] - _REACH), max(0, columns[0] - _REACH)
    window = (slice(top, rows[-1] + _REACH + 1), slice(left, columns[-1] + _REACH + 1))
    near = _grow(green[window], _REACH)
    part = picture[window]
    return any(bool((near & _paint(part, colour)).any()) for colour in _TARGETS)


def _paint(picture: Pixels, colour: Colour) -> Mask:
    off = [np.abs(picture[..., i].astype(np.int16) - int(PALETTE[colour][i])) for i in range(3)]
    return np.asarray(off[0] + off[1] + off[2] <= _TOLERANCE)


def _grow(mask: Mask, by: int) -> Mask:
    """Grow a mask by some pixels along the rows, then along the columns."""
    for axis in (0, 1):
        spread = mask.copy()
        for shift in range(1, by + 1):
            spread |= np.roll(mask, shift, axis) | np.roll(mask, -shift, axis)
        mask = spread
    return mask
