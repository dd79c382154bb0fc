"""What learners and policies observe: the original's state table, also as one vector."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action
from topple.worlds.iphyre.level import MOST_ELIMINABLE, MOST_OBJECTS, SIZE, Level

if TYPE_CHECKING:
    from topple.worlds.iphyre.game import IPhyreGame

_COLUMNS = 9  # numbers per object in the table of the state
_COORDINATES = 5  # the first five are divided by the scene's size
# Sizes of the vector; with `nothing`, the first of seven slots stands for doing nothing.
LENGTH, LENGTH_WITH_NOTHING = (
    MOST_OBJECTS * _COLUMNS + 2 * (MOST_ELIMINABLE + first) for first in (0, 1)
)


class Observation:
    """The public views of a game, made on request."""

    def __init__(self, game: IPhyreGame) -> None:
        self._game = game
        self.seconds = game.seconds
        self.left = game.left  # numbers of the eliminable blocks that are left

    def remove(self, number: int) -> Action:
        """Return the move that removes a block now."""
        return float(number), self.seconds

    def table(self) -> NDArray[np.float64]:
        """Return the original's state table, 12 objects x 9 numbers."""
        return self._game.table()

    def vector(self, *, nothing: bool) -> NDArray[np.float32]:
        """Return the original's observation: see `vector_of`."""
        return vector_of(self._game, nothing=nothing)


def vector_of(game: IPhyreGame, *, nothing: bool) -> NDArray[np.float32]:
    """Return the original's observation: the state table, then the centres of the slots.

    All numbers are from 0 to 1. With `nothing`, the first slot is the one that removes nothing.
    """
    table = game.table()
    table[:, :_COORDINATES] /= SIZE
    seen = still_of(game.level, nothing=nothing)
    seen[: table.size] = table.clip(0, 1).ravel()
    return seen


def still_of(level: Level, *, nothing: bool) -> NDArray[np.float32]:
    """Return the observation of a level with zeros for the state table."""
    seen = np.zeros(LENGTH_WITH_NOTHING if nothing else LENGTH, np.float32)
    first = MOST_OBJECTS * _COLUMNS + 2 * nothing
    seen[first : first + len(level.slots)] = level.slots
    return seen
