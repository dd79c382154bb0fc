"""What an agent observes before each shot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple.sim.counting import uncounted
from topple.worlds.birds.look.screenshot import screenshot
from topple.worlds.birds.symbolic import FeatureCollection, symbolic
from topple.worlds.birds.tensor import tensor

if TYPE_CHECKING:
    from topple.worlds.birds.game import BirdsGame


class Observation:
    """The public views of a game, made on request; none reveals more than a picture."""

    def __init__(self, game: BirdsGame) -> None:
        self._game = game
        self.birds = game.birds  # the first is on the sling
        self.camera = game.level.camera  # x and y of the picture's middle, and its width

    @property
    def waited(self) -> float:
        """How many seconds have passed since the bird was ready."""
        return self._game.waited

    def rest(self) -> None:
        """Wait until nothing moves, as the original's agents did before every shot."""
        with uncounted():  # the time is that of the attempt
            self._game.rest()

    def screenshot(self) -> NDArray[np.uint8]:
        """Return the 480 x 640 RGB picture."""
        return screenshot(self._game)

    def symbolic(self, noise: np.random.Generator | None = None) -> list[FeatureCollection]:
        """Return outlines and colours of visible things; `noise` moves them by up to two pixels."""
        return symbolic(self._game, noise=noise)

    def tensor(self) -> NDArray[np.uint8]:
        """Return bounding boxes by class, 12 x 120 x 160."""
        return tensor(self._game)
