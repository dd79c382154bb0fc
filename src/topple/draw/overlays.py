"""Grids, numbers and scales over pictures of numbered colours, and strips of such pictures.

A canvas is height x width colour numbers, top row first. It is changed in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from topple.draw import lettering

Canvas = NDArray[np.uint8]
Pixel = TypeVar("Pixel", np.uint8, np.bool_)
_TICKS = 4  # parts of a scale
_GAP = 10  # pixels between the pictures of a strip
_TAG_LETTERS, _PAD = 15, 3  # pixels
_HALO = 2  # width of the halo around letters in pixels
_EDGE = 4  # pixels between letters with a halo and the edge of the picture
_EVERY = 7  # try every 7th pixel as the place of a tag


def enlarge(canvas: NDArray[Pixel], times: int) -> NDArray[Pixel]:
    """Repeat every pixel."""
    return np.repeat(np.repeat(canvas, times, axis=0), times, axis=1)


def write(
    canvas: Canvas, text: str, x: int, y: int, height: int, ink: int, halo: int | None = None
) -> None:
    """Write digits centred at a place; move them inside where they would leave the picture.

    `halo` is the colour of an outline that keeps them apart from what is behind.
    """
    mask, edge = _letters(text, height), 0
    if halo is not None:
        mask, edge = np.pad(mask, _HALO), _EDGE
    top = min(max(edge, y - mask.shape[0] // 2), canvas.shape[0] - mask.shape[0] - edge)
    left = min(max(edge, x - mask.shape[1] // 2), canvas.shape[1] - mask.shape[1] - edge)
    area = canvas[top : top + mask.shape[0], left : left + mask.shape[1]]
    if halo is not None:
        area[_grow(mask)] = halo
    area[mask] = ink


def stamp(
    pixels: NDArray[np.uint8],
    text: str,
    x: int,
    y: int,
    height: int,
    rgb: tuple[int, int, int],
    halo: tuple[int, int, int] | None = None,
) -> None:
    """Write digits on an RGB picture, as `write` does."""
    marks = np.zeros(pixels.shape[:2], np.uint8)
    write(marks, text, x, y, height, 1, None if halo is None else 2)
    pixels[marks == 1] = rgb
    if halo is not None:
        pixels[marks == 2] = halo


def grid(canvas: Canvas, columns: int, rows: int, ink: int, *, halo: int | None = None) -> None:
    """Draw a grid and number its cells row by row from the top left, from 1."""
    height, width = canvas.shape
    for i in range(columns + 1):
        x = min(width - 1, round(i * width / columns))
        canvas[:, x] = ink
    for j in range(rows + 1):
        y = min(height - 1, round(j * height / rows))
        canvas[y] = ink
    letters = max(9, min(height // rows, width // columns) // 3)
    for cell in range(columns * rows):
        row, column = divmod(cell, columns)
        x, y = (column + 0.5) * width / columns, (row + 0.5) * height / rows
        write(canvas, str(cell + 1), round(x), round(y), letters, ink, halo)


def scale(canvas: Canvas, ink: int, *, halo: int | None = None) -> None:
    """Draw a scale from 0 to 1 along the lower and the left edge, 0 at the bottom left."""
    height, width = canvas.shape
    letters = max(9, height // 28)
    tick = max(3, height // 64)
    for i in range(_TICKS + 1):
        x, y = round(i * (width - 1) / _TICKS), round((1 - i / _TICKS) * (height - 1))
        canvas[height - tick :, max(0, x - 1) : x + 1] = ink
        canvas[max(0, y - 1) : y + 1, :tick] = ink
        text = f"{i / _TICKS:g}"
        write(canvas, text, x, height - tick - letters // 2 - 1, letters, ink, halo)
        if i:
            # The number stands well apart from its tick, which would read as a minus sign.
            half = _letters(text, letters).shape[1] // 2
            write(canvas, text, tick + letters + half, y, letters, ink, halo)


def _grow(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the mask with all pixels near it."""
    grown = mask.copy()
    for _ in range(_HALO):
        grown[1:] |= grown[:-1].copy()
        grown[:-1] |= grown[1:].copy()
        grown[:, 1:] |= grown[:, :-1].copy()
        grown[:, :-1] |= grown[:, 1:].copy()
    return grown


def tags(canvas: Canvas, masks: Sequence[NDArray[np.bool_]], ink: int, paper: int) -> None:
    """Number things from 1 with tags; a mask holds the pixels that a thing covers.

    A tag stands on a pixel of its thing, as near to the middle as other tags allow.
    """
    taken = np.zeros(canvas.shape, bool)
    for number, mask in enumerate(masks, 1):
        letters = _letters(str(number), _TAG_LETTERS)
        height, width = letters.shape[0] + 2 * _PAD, letters.shape[1] + 2 * _PAD
        top, left = _room(mask, taken, (height, width))
        area = (slice(top, top + height), slice(left, left + width))
        canvas[area], taken[area] = ink, True
        canvas[top + 1 : top + height - 1, left + 1 : left + width - 1] = paper
        inner = canvas[top + _PAD : top + height - _PAD, left + _PAD : left + width - _PAD]
        inner[letters] = ink


def strip(canvases: Sequence[Canvas], gap: int) -> Canvas:
    """Put pictures of one size next to each other, with lines of a colour between them."""
    line = np.full((len(canvases[0]), _GAP), gap, np.uint8)
    pieces = [piece for canvas in canvases for piece in (canvas, line)]
    return np.hstack(pieces[:-1])


def _room(
    mask: NDArray[np.bool_], taken: NDArray[np.bool_], box: tuple[int, int]
) -> tuple[int, int]:
    """Find top and left of a free box on a thing; return its middle if no place is free."""
    ys, xs = np.nonzero(mask)
    order = np.argsort(np.hypot(ys - ys.mean(), xs - xs.mean()), kind="stable")[::_EVERY]
    tops = np.clip(ys[order] - box[0] // 2, 0, mask.shape[0] - box[0])
    lefts = np.clip(xs[order] - box[1] // 2, 0, mask.shape[1] - box[1])
    for top, left in zip(tops.tolist(), lefts.tolist(), strict=True):
        if not taken[top : top + box[0], left : left + box[1]].any():
            return top, left
    return int(tops[0]), int(lefts[0])


@lru_cache(maxsize=512)
def _letters(text: str, height: int) -> NDArray[np.bool_]:
    drawn = lettering.label(text, height, (0, 0, 0), (255, 255, 255))
    mask = drawn[..., 0] < 128
    columns, rows = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
    return np.asarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
