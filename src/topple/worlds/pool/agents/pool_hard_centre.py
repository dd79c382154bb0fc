"""Hard at the centre of the lowest ball: the constant that beats published models."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import agent
from topple.tasks.attempt import Attempt
from topple.worlds.pool.agents._shooting import Shooter, centre_angle
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.shot import Shot


@agent("pool-hard-centre", version=1)
class HardCentre(Shooter):
    """Shoots at the centre of the lowest ball, always with the same speed and spot."""

    speed: float = 8.0
    side: float = 0.0
    height: float = 0.0

    def shoot(self, game: PoolGame, past: Sequence[Attempt]) -> Shot:
        return Shot(centre_angle(game), self.speed, self.side, self.height)
