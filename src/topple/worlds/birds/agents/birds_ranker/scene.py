"""What the ranker sees: an image of codes, one for each kind of thing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.worlds.birds.agents._slingshot.perception import Point, Thing, things
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.things import names
from topple.worlds.birds.things.fixtures import GROUND_TOP

ROWS, COLUMNS = 176, 336
SCALE = 14.0  # pixels per unit
LEFT, TOP = (
    -11.0,
    8.8,
)  # place of the upper left corner: the sling is outside, what birds hit inside
_KINDS = (names.PLATFORM, "wood", "ice", "stone", "pig", names.TNT)
_GROUND = len(_KINDS) + 1
CODES = _GROUND + 1  # 0 is air

Image = NDArray[np.uint8]


def image_of(seen: Observation) -> Image:
    """Fill the outline of every thing with the code of its kind."""
    image = np.zeros((ROWS, COLUMNS), np.uint8)
    image[round((TOP - GROUND_TOP) * SCALE) :] = _GROUND
    for thing in things(seen):
        _fill(image, thing)
    return image


def _fill(image: Image, thing: Thing) -> None:
    code = next((n for n, kind in enumerate(_KINDS, 1) if thing.kind.startswith(kind)), 0)
    corners = [((x - LEFT) * SCALE, (TOP - y) * SCALE) for x, y in thing.corners]
    columns, rows = (
        np.arange(max(0, int(min(each))), min(size, int(max(each)) + 1))
        for each, size in zip(zip(*corners, strict=True), (COLUMNS, ROWS), strict=True)
    )
    if code and len(columns) and len(rows):
        inside = _inside(corners, columns[None] + 0.5, rows[:, None] + 0.5)
        image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1][inside] = code


def _inside(
    corners: list[Point], x: NDArray[np.floating], y: NDArray[np.floating]
) -> NDArray[np.bool_]:
    """Tell which points an outline holds: a ray from them crosses it an odd number of times."""
    found = np.zeros((y.shape[0], x.shape[1]), np.bool_)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if ay != by:
            crossing = ax + (y - ay) * (bx - ax) / (by - ay)
            found ^= ((ay > y) != (by > y)) & (x < crossing)
    return found
