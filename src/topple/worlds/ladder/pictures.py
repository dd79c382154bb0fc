"""The picture of an item: the scene at the start, with letters on what is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple._native import Sprites
from topple.draw import png
from topple.draw.figures import Figure, fill, line, oval
from topple.draw.film import Film
from topple.draw.lettering import outlines
from topple.prompting.question import Picture
from topple.sim import maths
from topple.worlds.ladder.facts import in_percent
from topple.worlds.ladder.items import LETTERS, Item, ladder_of, start
from topple.worlds.ladder.rows import Kind
from topple.worlds.ladder.story import Point
from topple.worlds.ladder.wording import SUBJECT

VERSION = 3
_SIZE = 512  # pixels
_LETTER, _DISC = 10, 10  # pixels: height of letters, radius of the disc behind them
_SMALL = 44  # pixels: a letter stands beside what is smaller
_ASIDE, _LINE = 30, 1.5  # pixels: how far aside, and the width of the line between
_DIRECTIONS = (
    *((u, v) for u in (-0.7, 0.7) for v in (-0.7, 0.7)),
    *((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)),
)
_INK, _PAPER, _RED = (20, 20, 24), (255, 255, 255), (196, 30, 30)


def marks(item: Item) -> dict[str, Point]:
    """Return the letters of an item, and where they stand in percent of the picture."""
    row, story = item.row, start(item)
    places = [in_percent(story, story.place(thing)) for thing in row.things]
    match row.kind:
        case Kind.NAME | Kind.FIRST | Kind.WITHOUT:
            return dict(zip([SUBJECT, *LETTERS], places, strict=False))
        case Kind.TOUCH:
            return dict(zip(LETTERS, places, strict=False))
        case Kind.REST:
            return {SUBJECT: places[0], **dict(zip(LETTERS, row.spots, strict=False))}
    return {}


def pixels_of(item: Item) -> NDArray[np.uint8]:
    """Draw the scene of an item with its letters; that of a small thing stands beside it."""
    pixels = Film(start(item).recording).picture(0, _SIZE)
    height, width = pixels.shape[:2]
    figures: list[Figure] = []
    rows: list[tuple[float, ...]] = []
    taken = _places(item, (width, height))
    for letter, (x, y) in marks(item).items():
        is_place = item.kind is Kind.REST and letter != SUBJECT
        at = (x / 100 * width, y / 100 * height)
        stands = at if is_place or not _is_small(item, letter) else _beside(at, taken, pixels.shape)
        if stands != at:
            figures.append((fill(_INK, line(at, stands, _LINE)),))
            rows.append((len(figures) - 1, 0, 0, 0, 1, 1))
            taken.append(stands)
        figures.append(_badge(letter, is_place))
        rows.append((len(figures) - 1, *stands, 0, 1, 1))
    if not rows:
        return pixels
    return Sprites(figures).draw(pixels, np.array(rows, np.float64), (1.0, 0.0, float(height)))


def _places(item: Item, size: tuple[int, int]) -> list[Point]:
    """Return where things, marked places and numbers are, in pixels from the lower left corner."""
    story = start(item)
    seen = [i for i in range(len(story.things)) if story.is_visible(i)]
    shares = [in_percent(story, story.place(thing)) for thing in seen]
    shares += item.row.spots if item.kind is Kind.REST else ()
    numbers = ladder_of(item.id.world).numbers
    shares += [in_percent(story, at) for at in numbers(story.recording.task)] if numbers else ()
    return [(x / 100 * size[0], y / 100 * size[1]) for x, y in shares]


def _is_small(item: Item, letter: str) -> bool:
    """Return whether a letter would hide most of its thing."""
    story, thing = start(item), item.row.things[list(marks(item)).index(letter)]
    left, bottom, right, top = story.box(thing)
    return max(right - left, top - bottom) / story.width * _SIZE < _SMALL


def _beside(at: Point, taken: Sequence[Point], shape: Sequence[int]) -> Point:
    """Return the place around a thing that is farthest from all others, inside the picture."""
    around = [(at[0] + _ASIDE * u, at[1] + _ASIDE * v) for u, v in _DIRECTIONS]
    edge = _DISC + 1
    inside = [
        (x, y) for x, y in around if edge < x < shape[1] - edge and edge < y < shape[0] - edge
    ]
    others = [place for place in taken if place != at]
    return max(
        inside or around,
        key=lambda place: min((maths.dist(place, each) for each in others), default=0.0),
    )


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
