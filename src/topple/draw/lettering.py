"""A few letters for labels, drawn as strokes, so that no font is needed."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from topple._native import Canvas

Rgb = tuple[int, int, int]

# Strokes on a grid of 4 x 6, two digits (x, y) to a point; the baseline is y = 0.
_GLYPHS = {
    "0": "1030 3041 4145 4536 3616 1605 0501 0110",
    "1": "0526 2620",
    "2": "0516 1636 3645 4544 4400 0040",
    "3": "0646 4624 2434 3443 4341 4130 3010 1001",
    "4": "3036 3602 0242",
    "5": "4606 0604 0434 3443 4341 4130 3010 1001",
    "6": "3615 1503 0301 0110 1030 3041 4142 4233 3303",
    "7": "0646 4610",
    "8": "1636 3645 4544 4433 3313 1304 0405 0516 1302 0201 0110 1030 3041 4142 4233",
    "9": "1030 3041 4145 4536 3616 1605 0504 0413 1343",
    ".": "0000",
    "a": "0414 1434 3443 4340 4212 1201 0110 1030 3041",
    "d": "4640 4334 3414 1403 0301 0110 1030 3041",
    "e": "0242 4243 4334 3414 1403 0301 0110 1030 3041",
    "f": "3626 2615 1510 0434",
    "i": "0004 0606",
    "l": "0600",
    "m": "0004 0314 1423 2320 2334 3443 4340",
    "n": "0004 0314 1434 3443 4340",
    "o": "1030 3041 4143 4334 3414 1403 0301 0110",
    "s": "4334 3414 1403 0312 1232 3241 4130 3010 1001",
    "v": "0420 2044",
}
_NARROW = {".": 2, "i": 2, "l": 2, "f": 5, " ": 3}


def label(text: str, height: int, rgb: Rgb, background: Rgb) -> NDArray[np.uint8]:
    """Write a short text as a picture `height` pixels high; letters it does not know are gaps."""
    unit = height / 10
    half = max(0.6, unit * 0.42)
    width = sum(_advance(letter) for letter in text) * unit
    canvas = Canvas(max(1, math.ceil(width)), height, background)
    left = unit
    for letter in text:
        for stroke in _GLYPHS.get(letter, "").split():
            x0, y0, x1, y1 = (int(digit) for digit in stroke)
            start = (left + x0 * unit, height - (2 + y0) * unit)
            end = (left + x1 * unit, height - (2 + y1) * unit)
            _stroke(canvas, start, end, half, rgb)
        left += _advance(letter) * unit
    return canvas.pixels()


def _advance(letter: str) -> int:
    return _NARROW.get(letter, 6)


def _stroke(
    canvas: Canvas, start: tuple[float, float], end: tuple[float, float], half: float, rgb: Rgb
) -> None:
    (x0, y0), (x1, y1) = start, end
    canvas.disc(x0, y0, half, rgb, 1.0)
    canvas.disc(x1, y1, half, rgb, 1.0)
    length = math.hypot(x1 - x0, y1 - y0)
    if length:
        u, v = -(y1 - y0) / length * half, (x1 - x0) / length * half
        corners = [(x0 + u, y0 + v), (x0 - u, y0 - v), (x1 - u, y1 - v), (x1 + u, y1 + v)]
        canvas.polygon(corners, rgb, 1.0)
