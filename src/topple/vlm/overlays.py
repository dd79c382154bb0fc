"""What is drawn over a picture of numbered colours: grids, numbers, scales; and strips of pictures.

A canvas is height x width numbers of colours, top row first, and is changed in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.reports import lettering

Canvas = NDArray[np.uint8]
_TICKS = 4  # parts of a scale
_GAP = 4  # pixels between the pictures of a strip


def enlarged(canvas: Canvas, times: int) -> Canvas:
    """Repeat every pixel."""
    return np.repeat(np.repeat(canvas, times, axis=0), times, axis=1)


def write(canvas: Canvas, text: str, x: int, y: int, height: int, ink: int) -> None:
    """Write digits with their middle at a place; what would lie outside is moved inside."""
    mask = _letters(text, height)
    top = min(max(0, y - mask.shape[0] // 2), canvas.shape[0] - mask.shape[0])
    left = min(max(0, x - mask.shape[1] // 2), canvas.shape[1] - mask.shape[1])
    area = canvas[top : top + mask.shape[0], left : left + mask.shape[1]]
    area[mask] = ink


def stamp(
    pixels: NDArray[np.uint8], text: str, x: int, y: int, height: int, rgb: tuple[int, int, int]
) -> None:
    """Write digits on a picture of colours, as `write` does."""
    marks = np.zeros(pixels.shape[:2], np.uint8)
    write(marks, text, x, y, height, 1)
    pixels[marks == 1] = rgb


def grid(canvas: Canvas, columns: int, rows: int, ink: int, *, clear: int | None = None) -> None:
    """Draw a grid and number its cells row by row from the top left, from 1.

    Numbers stand in the middle of their cells; with `clear`, the colour of the background, they
    stand at the place of the cell that hides least.
    """
    height, width = canvas.shape
    before = canvas.copy()
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
        text = str(cell + 1)
        if clear is not None:
            box = _letters(text, letters).shape
            x, y = _clearest(before, (x, y), (width / columns, height / rows), box, clear)
        write(canvas, text, round(x), round(y), letters, ink)


def scale(canvas: Canvas, ink: int) -> None:
    """Write shares of width and height along the lower and the left edge, 0 at the bottom left."""
    height, width = canvas.shape
    letters = max(9, height // 28)
    tick = max(3, height // 64)
    for i in range(_TICKS + 1):
        x, y = round(i * (width - 1) / _TICKS), round((1 - i / _TICKS) * (height - 1))
        canvas[height - tick :, max(0, x - 1) : x + 1] = ink
        canvas[max(0, y - 1) : y + 1, :tick] = ink
        text = f"{i / _TICKS:g}"
        write(canvas, text, x, height - tick - letters // 2 - 1, letters, ink)
        if i:
            # Well apart from its tick, which would read as a minus sign.
            half = _letters(text, letters).shape[1] // 2
            write(canvas, text, tick + letters + half, y, letters, ink)


def numbered(canvas: Canvas, places: Sequence[tuple[float, float]], ink: int) -> None:
    """Write numbers from 1 at places given as x and y in pixels from the bottom left."""
    for number, (x, y) in enumerate(places, 1):
        write(canvas, str(number), round(x), canvas.shape[0] - round(y), 14, ink)


def strip(canvases: Sequence[Canvas], gap: int) -> Canvas:
    """Put pictures of one size beside each other, with lines of a colour between them."""
    line = np.full((len(canvases[0]), _GAP), gap, np.uint8)
    pieces = [piece for canvas in canvases for piece in (canvas, line)]
    return np.hstack(pieces[:-1])


def _clearest(
    canvas: Canvas,
    middle: tuple[float, float],
    cell: tuple[float, float],
    box: tuple[int, ...],
    clear: int,
) -> tuple[float, float]:
    """Find the place in a cell where a box covers least: the middle, or one of its corners."""
    reach_x, reach_y = (cell[0] - box[1]) / 2 - 2, (cell[1] - box[0]) / 2 - 2
    shifts = [(0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (0, 1), (-1, 0), (1, 0)]
    best, least = middle, canvas.size
    for across, down in shifts:
        x, y = middle[0] + across * reach_x, middle[1] + down * reach_y
        top, left = max(0, round(y) - box[0] // 2), max(0, round(x) - box[1] // 2)
        hidden = int((canvas[top : top + box[0], left : left + box[1]] != clear).sum())
        if hidden < least:
            best, least = (x, y), hidden
    return best


@lru_cache(maxsize=512)
def _letters(text: str, height: int) -> NDArray[np.bool_]:
    drawn = lettering.label(text, height, (0, 0, 0), (255, 255, 255))
    mask = drawn[..., 0] < 128
    columns, rows = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
    return np.asarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
