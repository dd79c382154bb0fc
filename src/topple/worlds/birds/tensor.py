"""The tensor observation of the original's learning agents: boxes on a coarse grid."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple._native import Sprites
from topple.draw.figures import WHITE, fill
from topple.worlds.birds.level import Level
from topple.worlds.birds.look.screenshot import HEIGHT, WIDTH, camera, spots, table
from topple.worlds.birds.symbolic import sling_box, visible
from topple.worlds.birds.things import names
from topple.worlds.birds.visible import View, view

if TYPE_CHECKING:
    from topple.worlds.birds.game import BirdsGame

CHANNELS = (
    "sling",
    "bird_red",
    "bird_yellow",
    "bird_blue",
    "bird_white",
    "bird_black",
    "pig",
    "wood",
    "ice",
    "stone",
    names.TNT,
    names.PLATFORM,
)
CELL = 4  # pixels
SHAPE = (len(CHANNELS), HEIGHT // CELL, WIDTH // CELL)


def tensor(of: Level | BirdsGame | View, *, faithful: bool = False) -> NDArray[np.uint8]:
    """Fill the bounding box of every thing in its channel with ones: 12 x 120 x 160.

    `faithful` leaves platforms out: the original's reader dropped them, so its learners never saw
    one. Eggs have no channel. Hills are in the channel of platforms, in their true outline.
    """
    seen = view(of)
    things = visible(seen)
    bounds = table()[1].bounds(spots(things), camera(shown=seen.camera))
    boxes = np.floor(bounds + 0.5).astype(int).tolist()
    cells = np.zeros(SHAPE, np.uint8)
    _fill(cells[0], sling_box(seen))
    for thing, box in zip(things, boxes, strict=True):
        channel = _channel(thing.kind)
        if channel is not None and not (faithful and thing.kind == names.PLATFORM):
            _fill(cells[channel], box)
    if seen.hills and not faithful:
        cells[CHANNELS.index(names.PLATFORM)] |= _hills(seen)
    return cells


def _hills(seen: View) -> NDArray[np.uint8]:
    """Return ones where hills cover most of a cell."""
    _, rows, columns = SHAPE
    figure = [fill(WHITE, hill) for hill in seen.hills]
    spot = np.array([[0, 0.0, 0.0, 0.0, 1.0, 1.0]])
    black = np.zeros((rows, columns, 3), np.uint8)
    drawn = Sprites([figure]).draw(black, spot, camera(columns, seen.camera))
    return np.asarray(drawn[..., 0] > 127, np.uint8)


def _fill(plane: NDArray[np.uint8], box: tuple[int, int, int, int] | list[int]) -> None:
    """Set every cell that a box touches."""
    left, top, right, bottom = box
    rows = slice(max(top // CELL, 0), max((bottom - 1) // CELL, top // CELL) + 1)
    columns = slice(max(left // CELL, 0), max((right - 1) // CELL, left // CELL) + 1)
    plane[rows, columns] = 1


@cache
def _channel(kind: str) -> int | None:
    return next((i for i, name in enumerate(CHANNELS) if kind.startswith(name)), None)
