"""Screenshots: the picture of a level that agents and models see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple._native import Sprites
from topple.draw.figures import Figure, Point, Rgb
from topple.draw.look import Bodies, Camera, Spots, Window
from topple.errors import BadInput
from topple.sim import maths
from topple.worlds.birds.level import CAMERA, DAY, DUSK, Level
from topple.worlds.birds.level import Camera as LevelCamera
from topple.worlds.birds.look import fixtures
from topple.worlds.birds.look.animals import bird, pig
from topple.worlds.birds.look.blocks import block
from topple.worlds.birds.things import names
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.materials import MATERIALS
from topple.worlds.birds.things.outlines import Outline
from topple.worlds.birds.things.pigs import PIGS
from topple.worlds.birds.visible import LOOKS, View, VisibleThing, view

if TYPE_CHECKING:
    from topple.worlds.birds.game import BirdsGame

WIDTH, HEIGHT = 640, 480
SKY: Rgb = (206, 230, 246)
SKIES: dict[str, Rgb] = {DAY: SKY, DUSK: (244, 214, 190)}
SMALLEST, LARGEST = 32, 4096

_BAND, _SLING = "band", "sling"


def screenshot(of: Level | BirdsGame | View, width: int = WIDTH) -> NDArray[np.uint8]:
    """Draw a view as height x width x 3 colours, top row first; 480 x 640 by default."""
    if not SMALLEST <= width <= LARGEST:
        raise BadInput(
            f"cannot draw a picture {width} pixels wide",
            f"the width is from {SMALLEST} to {LARGEST}",
        )
    seen = view(of)
    rows = np.concatenate([bands(seen), spots(seen.things)[::-1]])
    empty = _background(seen.pivot, seen.hills, seen.light, seen.camera, width)
    return table()[1].draw(empty, rows, camera(width, seen.camera))


def menu() -> NDArray[np.uint8]:
    """Draw what is seen while no level is loaded: the sky."""
    return np.full((HEIGHT, WIDTH, 3), SKY, np.uint8)


def part(of: Level | BirdsGame | View, window: Window, width: int) -> NDArray[np.uint8]:
    """Draw a part of a view, as a screenshot shows it."""
    seen = view(of)
    place = window.camera(width)
    sky = np.full((*window.shape(width), 3), SKIES[seen.light], np.uint8)
    rows = np.concatenate([fixed(seen.pivot), bands(seen), spots(seen.things)[::-1]])
    return table(seen.hills, seen.light)[1].draw(sky, rows, place)


def camera(width: int = WIDTH, shown: LevelCamera = CAMERA) -> Camera:
    """Return the camera of a screenshot; the height is in proportion to the width in pixels."""
    # The height is cut to whole pixels and the middle stays, unlike with a window's camera.
    x, y, wide = shown
    scale = width / wide
    return scale, width / 2 - x * scale, width * HEIGHT / WIDTH / 2 + y * scale


def whole_window(shown: LevelCamera = CAMERA) -> Window:
    """Return what a screenshot of a level shows."""
    x, y, wide = shown
    high = wide * HEIGHT / WIDTH
    return Window(x - wide / 2, y - high / 2, wide, high)


@lru_cache(maxsize=64)
def table(
    hills: tuple[Outline, ...] = (), light: str = DAY
) -> tuple[dict[tuple[str, int], int], Sprites]:
    """Return the number of every figure by kind and look, and the figures as sprites."""
    return {key: i for i, key in enumerate(drawings())}, Sprites(figures(hills, light))


@lru_cache(maxsize=64)
def figures(hills: tuple[Outline, ...] = (), light: str = DAY) -> tuple[Figure, ...]:
    """Return all figures: the drawings in their order, then the ground with its hills."""
    return *drawings().values(), fixtures.ground(hills, light)


@cache
def drawings() -> dict[tuple[str, int], Figure]:
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
    found |= {(names.TNT, look): fixtures.tnt() for look in looks}
    found[names.PLATFORM, 1] = fixtures.platform()
    found[names.EGG, 1] = fixtures.egg()
    found[_BAND, 1] = fixtures.band()
    found[_SLING, 1] = fixtures.sling()
    return found


def spots(things: Sequence[VisibleThing]) -> Spots:
    """Return where the drawings of things are; things listed first lie in front."""
    numbers, _ = table()
    rows = [
        (numbers[thing.kind, thing.look], thing.x, thing.y, thing.angle, *thing.stretch)
        for thing in things
    ]
    return np.array(rows, np.float64).reshape(-1, 6)


def bands(seen: View) -> Spots:
    """Return where the two bands are that hold a bird on the sling; empty without a bird."""
    if not seen.held:
        return np.empty((0, 6))
    return np.array([_band(seen.pivot, prong, seen.held) for prong in fixtures.PRONGS])


def fixed(pivot: Point) -> Spots:
    """Return where the ground and the sling are."""
    numbers, _ = table()
    sling = (numbers[_SLING, 1], *pivot, 0.0, 1.0, 1.0)
    return np.array([(len(numbers), 0.0, 0.0, 0.0, 1.0, 1.0), sling])


def _band(pivot: Point, prong: Point, held: Point) -> tuple[float, ...]:
    x, y = pivot[0] + prong[0], pivot[1] + prong[1]
    dx, dy = held[0] - x, held[1] - y
    return table()[0][_BAND, 1], x, y, maths.atan2(dy, dx), maths.hypot(dx, dy), 1.0


@lru_cache(maxsize=16)
def _background(
    pivot: Point, hills: tuple[Outline, ...], light: str, shown: LevelCamera, width: int
) -> NDArray[np.uint8]:
    """Draw sky, ground and sling."""
    sky = np.full((width * HEIGHT // WIDTH, width, 3), SKIES[light], np.uint8)
    return table(hills, light)[1].draw(sky, fixed(pivot), camera(width, shown))


def bodies(seen: View) -> Bodies:
    """Return the bands, then all things from back to front."""
    held = bands(seen)
    rows = np.concatenate([held, spots(seen.things)[::-1]])
    numbers = [*range(-len(held), 0), *(thing.id for thing in reversed(seen.things))]
    return np.column_stack([np.array(numbers, np.float64), rows])
