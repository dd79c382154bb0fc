"""Letters, digits and signs for labels, drawn as strokes, so that no font is needed."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from topple._native import Canvas
from topple.draw.figures import Point, Rgb, Ring, line

# Strokes on a grid of 4 x 6, two digits (x, y) per point. The baseline is y = 0; the digits 8 and 9
# stand for y = -2 and y = -1, below it.
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
    "A": "0004 0426 2644 4440 0242",
    "B": "0006 0636 3645 4544 4433 3303 3342 4241 4130 3000",
    "C": "4536 3616 1605 0501 0110 1030 3041",
    "D": "0006 0626 2644 4442 4220 2000",
    "E": "4606 0600 0040 0333",
    "F": "4606 0600 0333",
    "M": "0006 0623 2346 4640",
    "T": "0646 2620",
    "X": "0046 0640",
    "a": "0414 1434 3443 4340 4212 1201 0110 1030 3041",
    "b": "0600 0314 1434 3443 4341 4130 3010 1001",
    "c": "4334 3414 1403 0301 0110 1030 3041",
    "d": "4640 4334 3414 1403 0301 0110 1030 3041",
    "e": "0242 4243 4334 3414 1403 0301 0110 1030 3041",
    "f": "3626 2615 1510 0434",
    "g": "4440 4039 3909 4334 3414 1403 0301 0110 1030 3041",
    "h": "0600 0314 1434 3443 4340",
    "i": "0004 0606",
    "j": "1419 1908 1616",
    "k": "0600 4402 1340",
    "l": "0600",
    "m": "0004 0314 1423 2320 2334 3443 4340",
    "n": "0004 0314 1434 3443 4340",
    "o": "1030 3041 4143 4334 3414 1403 0301 0110",
    "p": "0408 0314 1434 3443 4341 4130 3010 1001",
    "q": "4448 4334 3414 1403 0301 0110 1030 3041",
    "r": "0004 0314 1424 2433",
    "s": "4334 3414 1403 0312 1232 3241 4130 3010 1001",
    "t": "1611 1120 2030 0434",
    "u": "0401 0110 1030 3041 4044",
    "v": "0420 2044",
    "w": "0410 1023 2330 3044",
    "x": "0440 0044",
    "y": "0420 4408",
    "z": "0444 4400 0040",
    " ": "",
    ".": "0000",
    ",": "1009",
    ":": "0000 0303",
    ";": "1009 1313",
    "!": "0602 0000",
    "?": "0516 1636 3645 4544 4423 2322 2020",
    "'": "0604",
    '"': "0604 1614",
    "-": "1333",
    "+": "0343 2125",
    "=": "0242 0444",
    "_": "0040",
    "/": "0046",
    "%": "0046 0515 1516 1606 0605 3040 4041 4131 3130",
    "*": "0343 1135 1531",
    "#": "1016 3036 0242 0444",
    "<": "4503 0341",
    ">": "0543 4301",
    "(": "1604 0402 0210",
    ")": "0614 1412 1200",
    "[": "1606 0600 0010",
    "]": "0616 1610 1000",
    "@": "4010 1001 0105 0516 1636 3645 4542 4222 2224 2444",
    "°": "1626 2635 3524 2414 1405 0516",
    "±": "0343 2125 0040",
    "·": "1313",
}
_UNKNOWN = "0006 0646 4640 4000"  # a box
_TOP = 6
_NARROW = {
    **dict.fromkeys(".il:!'", 2),
    **dict.fromkeys(' j,;()[]"·', 3),
    **dict.fromkeys("frt", 5),
}


def label(text: str, height: int, rgb: Rgb, background: Rgb) -> NDArray[np.uint8]:
    """Write a short text as a picture `height` pixels high; capitals look like small letters."""
    unit = height / 10
    half = max(0.6, unit * 0.42)
    width = sum(_advance(letter) for letter in text.lower()) * unit
    canvas = Canvas(max(1, math.ceil(width)), height, background)
    left = unit
    for letter in text.lower():
        for (x0, y0), (x1, y1) in strokes(letter):
            start = (left + x0 * unit, height - (2 + y0) * unit)
            end = (left + x1 * unit, height - (2 + y1) * unit)
            _stroke(canvas, start, end, half, rgb)
        left += _advance(letter) * unit
    return canvas.pixels()


def outlines(text: str, height: float) -> tuple[list[Ring], float]:
    """Return a short text as straight strokes, from (0, 0) up, and its width.

    Capitals that have no strokes of their own look like small letters.
    """
    unit = height / _TOP
    rings: list[Ring] = []
    left = 0.0
    for letter in (each if each in _GLYPHS else each.lower() for each in text):
        for start, end in strokes(letter):
            ends = [(left + x * unit, y * unit) for x, y in (start, end)]
            rings.append(line(ends[0], ends[1], unit))
        left += _advance(letter) * unit
    return rings, left - 2 * unit


def strokes(letter: str) -> list[tuple[Point, Point]]:
    """Return the strokes of one sign, within a width of 4 and a height of 6 above its baseline."""
    pairs = (tuple(map(int, stroke)) for stroke in _GLYPHS.get(letter, _UNKNOWN).split())
    return [((x0, _above(y0)), (x1, _above(y1))) for x0, y0, x1, y1 in pairs]


def _advance(letter: str) -> int:
    return _NARROW.get(letter, 6)


def _above(digit: int) -> int:
    """Return how far above the baseline a digit lies."""
    return digit if digit <= _TOP else digit - 10


def _stroke(canvas: Canvas, start: Point, end: Point, half: float, rgb: Rgb) -> None:
    """Draw a line with round ends."""
    canvas.disc(*start, half, rgb, 1.0)
    canvas.disc(*end, half, rgb, 1.0)
    if start != end:
        canvas.polygon(list(line(start, end, 2 * half)), rgb, 1.0)
