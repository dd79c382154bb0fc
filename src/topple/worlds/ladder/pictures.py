"""The picture of an item: the scene at the start, with letters on what is asked about."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple._native import Sprites
from topple.draw import png
from topple.draw.figures import Figure, fill, oval
from topple.draw.film import Film
from topple.draw.lettering import outlines
from topple.prompting.question import Picture
from topple.worlds.ladder.facts import in_percent
from topple.worlds.ladder.items import LETTERS, Item, start
from topple.worlds.ladder.rows import Kind
from topple.worlds.ladder.story import Point
from topple.worlds.ladder.wording import SUBJECT

VERSION = 1
_SIZE = 512  # pixels
_LETTER, _DISC = 10, 10  # pixels: height of letters, radius of the disc behind them
_INK, _PAPER, _RED = (20, 20, 24), (255, 255, 255), (196, 30, 30)


def marks(item: Item) -> dict[str, Point]:
    """Return the letters of an item, and where they stand in percent of the picture."""
    row, story = item.row, start(item)
    places = [in_percent(story, story.place(thing)) for thing in row.things]
    match row.kind:
        case Kind.NAME | Kind.FIRST:
            return dict(zip([SUBJECT, *LETTERS], places, strict=False))
        case Kind.TOUCH:
            return dict(zip(LETTERS, places, strict=False))
        case Kind.REST:
            return {SUBJECT: places[0], **dict(zip(LETTERS, row.spots, strict=False))}
    return {}


def pixels_of(item: Item) -> NDArray[np.uint8]:
    """Draw the scene of an item with its letters."""
    pixels = Film(start(item).recording).picture(0, _SIZE)
    height, width = pixels.shape[:2]
    found = marks(item)
    if not found:
        return pixels
    spots = [
        (number, x / 100 * width, y / 100 * height, 0, 1, 1)
        for number, (x, y) in enumerate(found.values())
    ]
    badges = [_badge(letter, item.kind is Kind.REST and letter != SUBJECT) for letter in found]
    return Sprites(badges).draw(pixels, np.array(spots, np.float64), (1.0, 0.0, float(height)))


def _badge(letter: str, is_place: bool) -> Figure:
    """Return a letter on a disc, in pixels: light on a thing, red at a place."""
    ink, paper = (_PAPER, _RED) if is_place else (_INK, _PAPER)
    rings, width = outlines(letter, _LETTER)
    placed = [[(x - width / 2, y - _LETTER / 2) for x, y in ring] for ring in rings]
    return (
        fill(_INK, oval(0, 0, 2 * _DISC + 2, 2 * _DISC + 2, 32)),
        fill(paper, oval(0, 0, 2 * _DISC, 2 * _DISC, 32)),
        *(fill(ink, ring) for ring in placed),
    )


@lru_cache(maxsize=256)
def picture(item: Item) -> Picture:
    """Return that picture as a file."""
    pixels = pixels_of(item)
    return Picture(f"ladder@{VERSION}", png.encode(pixels, quick=True), png.pixel_hash(pixels))
