"""Pictures with few colours, for formats that store them better."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

MOST = 255  # colours
_UNKNOWN = 255


class Palette:
    """The most frequent colours of some pictures, so that plain areas keep theirs exactly."""

    def __init__(self, pictures: Sequence[Picture], count: int) -> None:
        codes, counts = np.unique(_codes(np.stack(pictures)), return_counts=True)
        order = np.argsort(-counts, kind="stable")[: min(count, MOST)]
        self.colours = _colours(codes[order])
        self._nearest = np.full(1 << 24, _UNKNOWN, np.uint8)
        self._codes = np.zeros(0, np.int32)
        self._numbers = np.zeros(0, np.uint8)

    def numbers(self, picture: Picture) -> NDArray[np.uint8]:
        """Return the number of the nearest colour for every pixel.

        Pictures of a film differ little: only pixels that changed since the last call are looked
        up.
        """
        codes = _codes(picture)
        if self._codes.shape == codes.shape:
            changed = codes != self._codes
        else:
            changed, self._numbers = np.ones(codes.shape, np.bool_), np.empty(codes.shape, np.uint8)
        self._numbers = self._numbers.copy()
        self._numbers[changed] = self._look_up(codes[changed])
        self._codes = codes
        return self._numbers

    def _look_up(self, codes: NDArray[np.int32]) -> NDArray[np.uint8]:
        """Find the nearest colours, and remember them."""
        new = np.unique(codes[self._nearest[codes] == _UNKNOWN])
        if len(new):
            apart = _colours(new)[:, None].astype(np.int64) - self.colours
            self._nearest[new] = (apart**2).sum(axis=-1).argmin(axis=1)
        return self._nearest[codes]


def _codes(pictures: Picture) -> NDArray[np.int32]:
    """Return one number per pixel."""
    wide = pictures.astype(np.int32)
    return wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]


def _colours(codes: NDArray[np.int32]) -> Picture:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.uint8)
