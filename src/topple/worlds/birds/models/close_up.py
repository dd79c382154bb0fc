"""Close-ups for models: the part of a level around the pigs, large enough to see each of them."""

from __future__ import annotations

from topple.draw import overlays, png
from topple.draw.look import Window
from topple.prompting.question import Picture
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.look.screenshot import camera, part, whole_window
from topple.worlds.birds.models.views import WIDTH as WHOLE_WIDTH
from topple.worlds.birds.models.views import pig_numbers, pigs
from topple.worlds.birds.things.pigs import PIGS

WIDTH, HEIGHT = 1024, 768
LEAST_PIG = 32  # pixels that the smallest pig is high
_PIG_UNITS = min(
    max(y for _, y in pig.outline) - min(y for _, y in pig.outline) for pig in PIGS.values()
)
_UNITS_WIDE = WIDTH * _PIG_UNITS / LEAST_PIG
_MARGIN = 1.0  # units around pigs that are farther apart than a close-up is wide
_LOWEST = -5.0  # deeper ground shows nothing
_INK, _HALO = (214, 0, 190), (255, 255, 255)
_LETTERS = 28  # pixels
_GAP = 4
_VERSION = 1


def close_up(game: BirdsGame, *, numbered: bool) -> tuple[Picture, float]:
    """Draw the part around the pigs that are left; return it and how much it is enlarged."""
    window = _window(game)
    pixels = part(game, window, WIDTH)
    scale, left, top = window.camera(WIDTH)
    if numbered:
        for body, (x, y) in pigs(game).items():
            outline = PIGS[game.level.things[body - 1].type].outline
            highest = top - (y + max(corner[1] for corner in outline)) * scale
            at = round(left + x * scale), round(highest - _GAP - _LETTERS / 2)
            number = str(pig_numbers(game.level)[body])
            overlays.stamp(pixels, number, *at, _LETTERS, _INK, _HALO)
    name = f"{'numbered_' if numbered else ''}close_up@{_VERSION}"
    picture = Picture(name, png.encode(pixels, quick=True), png.pixel_hash(pixels))
    return picture, scale / camera(WHOLE_WIDTH, game.level.camera)[0]


def _window(game: BirdsGame) -> Window:
    """Return the part to draw: the pigs in its middle, nothing outside the whole picture."""
    places = list(pigs(game).values()) or [(0.0, 0.0)]
    xs, ys = ([place[i] for place in places] for i in (0, 1))
    shape = HEIGHT / WIDTH
    wide = max(
        _UNITS_WIDE, max(xs) - min(xs) + 2 * _MARGIN, (max(ys) - min(ys) + 2 * _MARGIN) / shape
    )
    left = (min(xs) + max(xs) - wide) / 2
    bottom = (min(ys) + max(ys) - wide * shape) / 2
    picture = whole_window(game.level.camera)
    left = max(picture.left, min(left, picture.left + picture.width - wide))
    bottom = max(_LOWEST, min(bottom, picture.bottom + picture.height - wide * shape))
    return Window(left, bottom, wide, wide * shape)
