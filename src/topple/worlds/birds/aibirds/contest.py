"""The levels of one agent: which it may still play, and what it has scored on them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from topple.tasks.attempt import Action
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD
from topple.worlds.servers import OutsideRun


class Contest:
    """Hands out levels, numbered from 1, to all connections of an agent, and records its plays.

    Connections of one agent share its levels: each is in play on one of them at a time.
    """

    def __init__(
        self, tasks: Sequence[BirdsTask], run: OutsideRun, best_scores: Callable[[], list[int]]
    ) -> None:
        """Take the best scores of all agents from `best_scores`."""
        self.tasks = tasks
        self.best_scores = best_scores
        self._run = run
        self._lock = threading.Lock()
        self._in_play: set[int] = set()

    def take(self, level: int) -> bool:
        """Start a play of a level; return False if there is none or it has no attempts left."""
        with self._lock:
            free = 1 <= level <= len(self.tasks) and self._is_free(level)
            if free:
                self._in_play.add(level)
            return free

    def take_next(self, current: int) -> int:
        """Start a play of the current level again, or of the next with attempts left; 0 if none."""
        count = len(self.tasks)
        first = max(current, 1)
        for level in (1 + (first - 1 + ahead) % count for ahead in range(count)):
            if self.take(level):
                return level
        return 0

    def any_left(self) -> bool:
        """Return whether any level has attempts left and is not in play."""
        with self._lock:
            return any(map(self._is_free, range(1, len(self.tasks) + 1)))

    def record(self, level: int, game: BirdsGame, wall_ms: float) -> None:
        """Record a game that has ended or was left, as the same shots in Topple would be."""
        action: Action = tuple(game.moves)
        try:
            (played,) = WORLD.play([game.task], [action], threads=1)
            with self._lock:
                self._run.add(game.task, action, played, game.native.score, wall_ms)
        finally:
            self.give_back(level)

    def give_back(self, level: int) -> None:
        """End a play that does not count."""
        with self._lock:
            self._in_play.discard(level)

    def scores(self) -> list[int]:
        """Return the best score on every level, 0 where none was won."""
        with self._lock:
            return [int(self._run.best(task)) for task in self.tasks]

    def _is_free(self, level: int) -> bool:
        return level not in self._in_play and self._run.is_open(self.tasks[level - 1])
