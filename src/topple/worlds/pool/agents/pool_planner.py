"""A planner that simulates: the ceiling of play, ranked apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.agents.agent import agent
from topple.errors import BadInput
from topple.tasks.attempt import Attempt
from topple.worlds.pool.agents._shooting import Shooter
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.planner import aimed_shots, best_shot
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.world import puzzle_outcomes


@agent("pool-planner", version=2)
class Planner(Shooter):
    """Simulates DeepPHY's 27 shots at the lowest ball and at `pockets` pockets; plays the best.

    On puzzles it simulates `tries` random shots and plays the first that solves the task. It does
    not know the noise of a shaky hand.
    """

    simulates = True
    pockets: int = 3
    tries: int = 1000

    def __post_init__(self) -> None:
        if not 0 <= self.pockets <= 6 or not 1 <= self.tries <= 100_000:
            raise BadInput("give 0 to 6 pockets and 1 to 100000 tries")

    def shoot(self, game: PoolGame, past: Sequence[Attempt]) -> Shot:
        if game.task.rules:
            return best_shot(game, threads=1, pockets=self.pockets)
        places = [(x, y) for x, y in game.table.tolist()]
        shots = aimed_shots(places, self.rng, self.tries)
        solved = puzzle_outcomes(game.task, np.array(shots), threads=1) == 1
        return shots[int(solved.argmax())]
