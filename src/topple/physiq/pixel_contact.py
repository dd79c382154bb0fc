"""See contact by pixels alone: are the two coloured bodies a few pixels apart?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.physiq.pictures import Pixels
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.view import PALETTE

_LIKE = 40  # how far a pixel may be from a colour, summed over red, green and blue
_REACH = 4  # pixels between bodies that touch: their edges mix with what is beside them
_TARGETS = (Colour.BLUE, Colour.PURPLE)

Mask = NDArray[np.bool_]


def in_contact(picture: Pixels) -> bool:
    """Say whether green comes within a few pixels of blue or purple."""
    green = _painted(picture, Colour.GREEN)
    rows, columns = (np.flatnonzero(green.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return False
    # All within reach of green, and a little more.
    top, left = max(0, rows[0] - _REACH), max(0, columns[0] - _REACH)
    window = (slice(top, rows[-1] + _REACH + 1), slice(left, columns[-1] + _REACH + 1))
    near = _grown(green[window], _REACH)
    part = picture[window]
    return any(bool((near & _painted(part, colour)).any()) for colour in _TARGETS)


def _painted(picture: Pixels, colour: Colour) -> Mask:
    off = [np.abs(picture[..., i].astype(np.int16) - int(PALETTE[colour][i])) for i in range(3)]
    return np.asarray(off[0] + off[1] + off[2] <= _LIKE)


def _grown(mask: Mask, by: int) -> Mask:
    """Spread a mask by so many pixels along and across, one after the other."""
    for axis in (0, 1):
        spread = mask.copy()
        for shift in range(1, by + 1):
            spread |= np.roll(mask, shift, axis) | np.roll(mask, -shift, axis)
        mask = spread
    return mask
