"""Views of rope for models: the start, the start with labels, and the game as it stands."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.draw import png
from topple.prompting.question import Picture
from topple.worlds.rope.frame import first_frame
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.level import Level
from topple.worlds.rope.look import notes
from topple.worlds.rope.look.recording import picture
from topple.worlds.rope.look.scene import Moment

_VERSION = 1


@lru_cache(maxsize=16)
def starts(level: Level) -> tuple[Picture, Picture]:
    """Draw the start, and the start with labels, jets and clocks."""
    moment = Moment(first_frame(level))
    return (
        _picture("start", picture(level, moment)),
        _picture("labelled_start", picture(level, moment, notes.everything(level, moment.frame))),
    )


def now(game: RopeGame) -> Picture:
    """Draw the game as it stands, with the labels of bubbles and the clocks of spark gates."""
    moment = Moment(game.frame(), game.events, game.ending)
    further = [*notes.clocks(game.level, moment.frame), *notes.bubbles(game.level, moment.frame)]
    return _picture("now", picture(game.level, moment, further))


def _picture(name: str, pixels: NDArray[np.uint8]) -> Picture:
    data, digest = png.encode(pixels, quick=True), png.pixel_hash(pixels)
    return Picture(f"{name}@{_VERSION}", data, digest)
