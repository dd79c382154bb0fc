"""Screenshots: the world in plain drawings of our own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from topple._native import Canvas, Sprites
from topple.draw.figures import Drawing, Point, Rgb
from topple.errors import BadInput
from topple.worlds.birds.game import Game
from topple.worlds.birds.level import Level
from topple.worlds.birds.look import fixtures as drawn_others
from topple.worlds.birds.look.animals import bird, pig
from topple.worlds.birds.look.blocks import block
from topple.worlds.birds.things import names
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.fixtures import GROUND_TOP
from topple.worlds.birds.things.materials import MATERIALS
from topple.worlds.birds.things.pigs import PIGS
from topple.worlds.birds.visible import LOOKS, Sight, View, view

WIDTH, HEIGHT = 640, 480
SKY: Rgb = (206, 230, 246)
LARGEST = 4096

_SPAN = 35.0  # units across the picture
_MIDDLE_Y = -1.0
_GROUND: Rgb = (166, 136, 96)
_TURF: Rgb = (120, 92, 60)
_TURF_DEPTH = 0.16
_BAND, _SLING = "band", "sling"

Camera = tuple[float, float, float]  # pixels to a unit; the origin's place on the picture


def screenshot(of: Level | Game | View, width: int = WIDTH) -> NDArray[np.uint8]:
    """Draw what is in sight as height x width x 3 colours, top row first; 480 x 640 as a rule."""
    if not 32 <= width <= LARGEST:
        raise BadInput(f"a picture of {width} pixels", f"give 32 to {LARGEST}")
    seen = view(of)
    # What is told first lies in front.
    rows = spots(seen.sights)[::-1]
    if seen.held:
        bands = [_band(seen.pivot, prong, seen.held) for prong in drawn_others.PRONGS]
        rows = np.concatenate([bands, rows])
    background = _background(seen.pivot, width)
    return table()[1].draw(background, np.ascontiguousarray(rows), camera(width))


def camera(width: int = WIDTH) -> Camera:
    """Say where units lie on a picture, for 640 pixels and in proportion."""
    scale = width / _SPAN
    return scale, width / 2, width * HEIGHT / WIDTH / 2 + _MIDDLE_Y * scale


@cache
def table() -> tuple[dict[tuple[str, int], int], Sprites]:
    """Give the numbers of all sprites by kind and look, and the sprites."""
    drawn = drawings()
    return {key: i for i, key in enumerate(drawn)}, Sprites(list(drawn.values()))


def spots(sights: Sequence[Sight]) -> NDArray[np.float64]:
    """Give the rows by which sprites are drawn and measured."""
    numbers, _ = table()
    rows = [
        (numbers[sight.kind, sight.look], sight.x, sight.y, sight.angle, *sight.stretch)
        for sight in sights
    ]
    return np.array(rows, np.float64).reshape(-1, 6)


@cache
def drawings() -> dict[tuple[str, int], Drawing]:
    """Draw every kind in every look."""
    looks = range(1, LOOKS + 1)
    found = {
        (names.kind_of_block(shape, material), look): block(shape, material, look)
        for shape in BLOCKS
        for material in MATERIALS
        for look in looks
    }
    found |= {(names.kind_of_pig(size), look): pig(size, look) for size in PIGS for look in looks}
    found |= {(names.kind_of_bird(name), 1): bird(name) for name in BIRDS}
    # TNT has looks in the rules, but one drawing.
    found |= {(names.TNT, look): drawn_others.tnt() for look in looks}
    found[names.PLATFORM, 1] = drawn_others.platform()
    found[names.EGG, 1] = drawn_others.egg()
    found[_BAND, 1] = drawn_others.band()
    found[_SLING, 1] = drawn_others.sling()
    return found


def _band(pivot: Point, prong: Point, held: Point) -> tuple[float, ...]:
    x, y = pivot[0] + prong[0], pivot[1] + prong[1]
    dx, dy = held[0] - x, held[1] - y
    return table()[0][_BAND, 1], x, y, math.atan2(dy, dx), math.hypot(dx, dy), 1.0


@lru_cache(maxsize=16)
def _background(pivot: Point, width: int) -> NDArray[np.uint8]:
    """Draw sky, ground and sling."""
    height = width * HEIGHT // WIDTH
    scale, _, middle = camera(width)
    canvas = Canvas(width, height, SKY)
    for depth, ink in ((0.0, _TURF), (_TURF_DEPTH, _GROUND)):
        top = middle - (GROUND_TOP - depth) * scale
        corners = [(0.0, top), (float(width), top), (float(width), 1e4), (0.0, 1e4)]
        canvas.polygon(corners, ink, 1.0)
    numbers, sprites = table()
    sling = np.array([[numbers[_SLING, 1], *pivot, 0.0, 1.0, 1.0]])
    return sprites.draw(canvas.pixels(), sling, camera(width))
