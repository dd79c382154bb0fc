"""I-PHYRE as a game: every tenth of a second, remove a block or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, one_of
from topple.tasks.outcome import Outcome
from topple.worlds.iphyre.game import Game as LevelGame
from topple.worlds.iphyre.level import SECONDS
from topple.worlds.iphyre.observation import Observation, vector_of
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.timing import DECISIONS, step_at


class IPhyreGame(Game):
    """A level in play. A move removes a block now; a move without numbers lets a tenth pass."""

    width = 2

    def __init__(self, task: IPhyreTask) -> None:
        self.task: IPhyreTask = task
        self.game = LevelGame(task.level)
        self.moves: list[float] = []

    @property
    def outcome(self) -> Outcome | None:
        if not self.game.over:
            return None
        return Outcome.SOLVED if self.game.solved else Outcome.MISSED

    @property
    def seconds(self) -> float:
        return self.game.seconds

    @property
    def tick(self) -> int:
        """The number of tenths of a second that have passed."""
        return round(self.seconds * DECISIONS)

    def tally(self) -> dict[str, float]:
        return {**super().tally(), "score": self.game.reward}

    def legal(self) -> Moves:
        left = self.game.left
        if self.over or not left:
            return ()
        return (Kind("remove", (one_of("block", left), one_of("seconds", [self.seconds]))),)

    def refusal(self, move: Move) -> str:
        if self.over:
            return "the game is over"
        return self.fault(move)

    def fault(self, move: Move) -> str:
        if not move or (
            len(move) == self.width and move[0] in self.game.left and move[1] == self.seconds
        ):
            return ""
        return (
            f"a policy removes one of the blocks {self.game.left} now, by `remove` of its "
            f"observation, not {tuple(move)}"
        )

    def play(self, move: Move) -> None:
        self.check(move)
        if move:
            self.remove(int(move[0]))
        self.game.wait()

    def remove(self, number: int) -> bool:
        """Remove a block now, if it is there; return whether it was."""
        if number not in self.game.left:
            return False
        tenth = self.tick / DECISIONS
        whole = step_at(tenth, self.task.level.rate) == self.game.steps
        self.moves += (float(number), tenth if whole else self.seconds)
        return self.game.remove(number)

    def wait(self, seconds: float) -> None:
        self.game.step(step_at(seconds, self.task.level.rate))

    def stop(self) -> None:
        self.wait(SECONDS)

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {
            "vector": lambda: vector_of(self.game, nothing=True),
            "slots": lambda: vector_of(self.game, nothing=False),
            "table": self.game.table,
        }

    def see(self) -> Observation:
        return Observation(self.game)

    def spots(self) -> NDArray[np.float64]:
        from topple.worlds.iphyre.look.recording import bodies

        level = self.task.level
        removed = {block for _, block in self.game.native.removed()}
        return bodies(level, self.game.poses()[list(level.moving)].tolist(), removed)

    def digest(self) -> str:
        return self.game.digest()

    def save(self) -> bytes:
        return self.game.snapshot()

    def load(self, state: bytes) -> None:
        self.game = self.game.restore(state)
