"""What a policy observes before each decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple.worlds.kinetix import features
from topple.worlds.kinetix.drawing.scene import scene

if TYPE_CHECKING:
    from topple.worlds.kinetix.game import KinetixGame


class Observation:
    """The public views of a game, made on request."""

    def __init__(self, game: KinetixGame) -> None:
        self._game = game
        self.steps = game.steps  # made so far, of 256
        self.channels = game.level.channels  # the live ones, in the order of a decision
        self.size = game.level.size

    def symbolic(self) -> NDArray[np.float32]:
        """Return all symbols as one row of numbers: 140, 247 or 679 by size."""
        return features.flat(self._game)

    def entities(self) -> dict[str, NDArray[np.float32]]:
        """Return all symbols as arrays of bodies, joints and thrusters, with masks."""
        return features.entities(self._game)

    def picture(self, width: int = 125) -> NDArray[np.uint8]:
        """Return a picture, width x width x 3 colours."""
        return scene(self._game.level).picture(self._game.motions(), width)
