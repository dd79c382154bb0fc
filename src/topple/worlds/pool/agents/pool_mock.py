"""DeepPHY's MOCK on pool: one of 27 shots at the centre of the lowest ball, at random."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import agent
from topple.tasks.attempt import Attempt
from topple.worlds.pool.agents._shooting import Shooter, centre_angle
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.planner import deepphy_shots
from topple.worlds.pool.shot import Shot


@agent("pool-mock", version=2)
class DeepphyMock(Shooter):
    """Draws one of DeepPHY's 27 shots that was not yet played in this game."""

    def shoot(self, game: PoolGame, past: Sequence[Attempt]) -> Shot:
        tried = {shot[1:] for shot in game.shots}
        left = [shot for shot in deepphy_shots(centre_angle(game)) if shot[1:] not in tried]
        return left[int(self.rng.integers(len(left)))]
