"""Views of birds for models: the game as it stands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.draw import png
from topple.prompting.question import Picture
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.level import Level
from topple.worlds.birds.look.screenshot import camera, screenshot

# Twice as wide as high: deeper ground shows nothing, and providers that count tiles of 512 pixels
# then count two.
WIDTH, HEIGHT = 1024, 512
_VERSION = 3


def now(game: BirdsGame) -> Picture:
    """Draw the game as it stands."""
    return _picture("screenshot", _draw(game))


def scale_of(level: Level) -> float:
    """Return the pixels per unit in the pictures of a level."""
    return camera(WIDTH, level.camera)[0]


def pig_numbers(level: Level) -> dict[int, int]:
    """Number the pigs of a level from the left, by body; a pig keeps its number to the end."""
    pigs = [(t.x, -t.y, body) for body, t in enumerate(level.things, 1) if t.role == "pig"]
    return {body: number for number, (_, _, body) in enumerate(sorted(pigs), 1)}


def pigs(game: BirdsGame) -> dict[int, tuple[float, float]]:
    """Return where the pigs are that are left, by body."""
    poses = game.native.poses()
    found = {body: poses[body] for body in pig_numbers(game.level)}
    return {body: (x, y) for body, (x, y, _) in found.items() if x == x}


def _draw(game: BirdsGame) -> NDArray[np.uint8]:
    return np.array(screenshot(game, WIDTH)[:HEIGHT])


def _picture(name: str, pixels: NDArray[np.uint8]) -> Picture:
    data, digest = png.encode(pixels, quick=True), png.pixel_hash(pixels)
    return Picture(f"{name}@{_VERSION}", data, digest)
