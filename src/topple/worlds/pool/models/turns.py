"""A task in turns: shots of a game, or the one shot of a puzzle."""

from __future__ import annotations

from topple.worlds.pool.game import Game, play_shots
from topple.worlds.pool.reels import Reel, recorded
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.task import PoolTask


class Turns:
    """An attempt in play: `moves` are the world's action so far, `last` is the last shot."""

    def __init__(self, task: PoolTask) -> None:
        self.task = task
        self.game = Game.begin(task) if task.rules else Game.of_puzzle(task)
        self.moves: list[float] = []
        self.last: Reel | None = None

    @property
    def over(self) -> bool:
        return self.game.over

    def shoot(self, shot: Shot) -> None:
        """Play a shot."""
        before, number = self.game.table.copy(), len(self.game.shots) + 1
        self.moves += [float(part) for part in shot]
        play_shots([self.game], [shot], threads=1)
        self.last = None
        if number not in self.game.refused:
            self.last = recorded(self.task, before, number, shot, self.game.turns[-1])
