"""Shallow features: coarse colours of a picture, words and numbers of a text, ranks of options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from topple.worlds.shallow.learner import Features

SIDE = 64  # pixels per side of the sample of a picture
_THUMBNAIL = 8
_LEVELS = 4  # per colour of light, in the histogram
_LIGHTS = ("red", "green", "blue")
_WORD = re.compile(r"[a-z]+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_PARTS = 1000  # numbers are taken in thousandths


def sample(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Take `SIDE` x `SIDE` pixels of a picture, evenly."""
    rows, columns = (np.arange(SIDE) * size // SIDE for size in pixels.shape[:2])
    return np.ascontiguousarray(pixels[np.ix_(rows, columns)])


def of_picture(pixels: NDArray[np.uint8]) -> Features:
    """Return a thumbnail, and how many pixels have about which colour."""
    small = sample(pixels).astype(np.int64)
    block = SIDE // _THUMBNAIL
    cells = small.reshape(_THUMBNAIL, block, _THUMBNAIL, block, 3).sum(axis=(1, 3)) // block**2
    found = {
        f"{light} in row {row + 1}, column {column + 1}": share
        for row in range(_THUMBNAIL)
        for column in range(_THUMBNAIL)
        for light, share in lights(cells[row, column]).items()
    }
    levels = small.reshape(-1, 3) * _LEVELS // 256
    codes, counts = np.unique(levels @ np.array([100, 10, 1]), return_counts=True)
    found |= {
        f"pixels of colour {code:03d}": count
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True)
    }
    return found


def lights(colour: NDArray[np.int64]) -> Features:
    """Return a colour as features."""
    return dict(zip(_LIGHTS, colour.tolist(), strict=True))


def of_text(text: str) -> Features:
    """Return which words stand in a text, its length, and its numbers in their order."""
    words = dict.fromkeys(_WORD.findall(text.lower()), 1)
    numbers = enumerate(_NUMBER.findall(text), 1)
    return {
        "length of text": len(text),
        **{f"word `{word}`": 1 for word in words},
        **{f"number {i}": int(Decimal(number) * _PARTS) for i, number in numbers},
    }


def whole(value: float) -> int:
    """Return a length in thousandths of its unit, rounded down."""
    return int(np.floor(value * _PARTS))


def compared(options: Sequence[Features]) -> list[Features]:
    """Add to every option its place, and how many others have less of each feature."""
    shared = sorted({name for option in options for name in option})
    found: list[Features] = []
    for place, option in enumerate(options):
        ranks = {
            f"rank by {name}": sum(other.get(name, 0) < option.get(name, 0) for other in options)
            for name in shared
        }
        found.append({**option, **ranks, "place": place})
    return found


def about(option: str, features: Features) -> Features:
    """Return the features of a whole question as those of an option with a meaning of its own."""
    return {f"{option}: {name}": value for name, value in features.items()}
