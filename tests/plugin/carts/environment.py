"""Carts as an environment: a step is a push, one of three choices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from carts.game import PUSHES, CartsGame
from carts.world import WORLD
from topple.tasks.attempt import Action
from topple.tasks.environment import Box, Discrete
from topple.worlds.episodes import GameRules
from topple.worlds.select import Names


class CartsRules(GameRules[CartsGame]):
    masks = True
    actions = Discrete(len(PUSHES))
    observations = Box(-10.0, 10.0, (5,), np.float32)

    def move(self, game: CartsGame, row: NDArray[Any]) -> Action:
        return (PUSHES[int(row[0])],)


def rules(*, tasks: Names | None = None) -> CartsRules:
    """Return the rules; the reward is 1 for a cart on the mark."""
    return CartsRules(WORLD, tasks)
