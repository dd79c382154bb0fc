"""A task in turns: shots of a game, or the one shot of a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from topple.worlds.pool.game import Game, play_shots
from topple.worlds.pool.reels import Reel, recorded
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.task import PoolTask


class Turns:
    """An attempt in play: `moves` are the world's action so far."""

    def __init__(self, task: PoolTask) -> None:
        self.task = task
        self.game = Game.begin(task) if task.rules else Game.of_puzzle(task)
        self.moves: list[float] = []
        self._last: Callable[[], Reel | None] = lambda: None

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def last(self) -> Reel | None:
        """Return the last shot with all its motion: it is played again, and most are not shown."""
        reel = self._last()
        self._last = lambda: reel
        return reel

    def shoot(self, shot: Shot) -> None:
        """Play a shot."""
        before, number = self.game.table.copy(), len(self.game.shots) + 1
        self.moves += [float(part) for part in shot]
        play_shots([self.game], [shot], threads=1)
        self._last = lambda: None
        if number not in self.game.refused:
            self._last = partial(recorded, self.task, before, number, shot, self.game.turns[-1])
