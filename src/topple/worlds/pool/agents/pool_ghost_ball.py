"""Ghost ball: aim where the cue ball must be to send the lowest ball to a pocket."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import agent
from topple.tasks.attempt import Attempt
from topple.worlds.pool.agents._shooting import Shooter, centre_angle
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.planner import ghost_angles
from topple.worlds.pool.shot import Shot


@agent("pool-ghost-ball", version=2)
class GhostBall(Shooter):
    """Aims the lowest ball at the pocket with the smallest cut, without looking at other balls.

    Attempts after the first at a puzzle aim at the next pockets.
    """

    speed: float = 5.0

    def shoot(self, game: PoolGame, past: Sequence[Attempt]) -> Shot:
        if not game.lowest:
            return Shot(centre_angle(game), self.speed)
        angles = ghost_angles(game.place(), game.place(game.lowest))
        return Shot(angles[len(past) % len(angles)], self.speed)
