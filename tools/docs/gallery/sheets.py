"""Contact sheets: pictures in rows, each with a name and a sentence below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

WIDTH = 400  # pixels

_GAP = 18
_NAME, _WORDS = 21, 18  # sizes of letters
_COLOURS = 128  # enough for all worlds; a file is a third as large as with all colours
_PAGE, _INK, _PALE = (255, 255, 255), (40, 42, 48), (90, 92, 100)


@dataclass(frozen=True, slots=True)
class Cell:
    """One picture, and the name and sentence below it."""

    picture: NDArray[np.uint8]
    name: str
    words: str


def save(cells: Sequence[Cell], columns: int, path: Path) -> None:
    """Write a sheet to a PNG file."""
    font = ImageFont.load_default(_WORDS)
    lines = max(len(_wrapped(cell.words, font)) for cell in cells)
    height = len(cells[0].picture) + 2 * _GAP + _NAME + lines * (_WORDS + 5)
    rows = -(-len(cells) // columns)
    page = Image.new("RGB", (columns * (WIDTH + _GAP) + _GAP, rows * height + _GAP), _PAGE)
    for i, cell in enumerate(cells):
        row, column = divmod(i, columns)
        _put(page, cell, _GAP + column * (WIDTH + _GAP), _GAP + row * height)
    page.quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def _put(page: Image.Image, cell: Cell, left: int, top: int) -> None:
    page.paste(Image.fromarray(cell.picture), (left, top))
    draw = ImageDraw.Draw(page)
    below = top + len(cell.picture) + 8
    name, words = (ImageFont.load_default(size) for size in (_NAME, _WORDS))
    draw.text((left, below), cell.name, _INK, name, stroke_width=0.5, stroke_fill=_INK)
    for number, line in enumerate(_wrapped(cell.words, words)):
        draw.text((left, below + _NAME + 8 + number * (_WORDS + 5)), line, _PALE, words)


def _wrapped(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> list[str]:
    """Break a sentence into lines that fit."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= WIDTH:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
