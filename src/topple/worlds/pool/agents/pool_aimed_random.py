"""Random shots that hit the lowest ball, if nothing is in the way."""

from __future__ import annotations

import math
from collections.abc import Sequence

from topple.agents.agent import agent
from topple.sim import maths
from topple.tasks.attempt import Attempt
from topple.worlds.pool.action_space import random_shot
from topple.worlds.pool.agents._shooting import Shooter, centre_angle
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.table import RADIUS, apart


@agent("pool-aimed-random", version=2)
class AimedRandom(Shooter):
    """Shoots at a random part of the lowest ball, with random speed and spot."""

    def shoot(self, game: PoolGame, past: Sequence[Attempt]) -> Shot:
        shot = random_shot(self.rng)
        if not game.lowest:
            return shot
        far = apart(game.place(), game.place(game.lowest))
        half = math.degrees(maths.asin(min(1.0, 2 * RADIUS / far)))
        return shot._replace(angle=centre_angle(game) + float(self.rng.uniform(-half, half)))
