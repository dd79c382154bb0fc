"""Observations as rows of bytes: the tensor bit by bit, or a small picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import UnknownName
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.tensor import CHANNELS
from topple.worlds.birds.things.names import PLATFORM

SEES = ("symbols", "picture")
ROWS, COLUMNS = 120, 160
_PLATFORMS = CHANNELS.index(PLATFORM)
_BLOCK = 3  # pixels of the screenshot per pixel of the picture, along each axis
_TOP, _LEFT = 60, 80  # corner of the part of the screenshot that is kept, 360 x 480


@dataclass(frozen=True, slots=True)
class Encoder:
    """Encodes symbols or a picture; the original's symbols left out `platforms`."""

    sees: str = "symbols"
    platforms: bool = True

    def __post_init__(self) -> None:
        if self.sees not in SEES:
            raise UnknownName("observation", self.sees, known=SEES)

    @property
    def channels(self) -> int:
        """Numbers per cell; the bits of symbols fill whole bytes, the last ones are 0."""
        return 16 if self.sees == "symbols" else 3

    @property
    def bytes(self) -> int:
        """Length of a row."""
        return ROWS * COLUMNS * (2 if self.sees == "symbols" else 3)

    def row(self, seen: Observation) -> NDArray[np.uint8]:
        """Encode what is seen, cell by cell."""
        if self.sees == "picture":
            return _scale(seen.screenshot()).ravel()
        cells = seen.tensor()
        if not self.platforms:
            cells[_PLATFORMS] = 0
        packed = np.zeros((2, ROWS, COLUMNS), np.uint8)
        for channel, plane in enumerate(cells):
            packed[channel // 8] |= plane << (7 - channel % 8)
        return packed.transpose(1, 2, 0).ravel()


def _scale(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Crop the middle of a screenshot and average blocks of pixels."""
    middle = picture[_TOP : _TOP + ROWS * _BLOCK, _LEFT : _LEFT + COLUMNS * _BLOCK]
    # Add slices: numpy is slow to sum along an axis of length three.
    lines = np.zeros((ROWS, COLUMNS * _BLOCK, 3), np.uint16)
    total = np.zeros((ROWS, COLUMNS, 3), np.uint16)
    for i in range(_BLOCK):
        lines += middle[i::_BLOCK]
    for i in range(_BLOCK):
        total += lines[:, i::_BLOCK]
    return (total // _BLOCK**2).astype(np.uint8)
