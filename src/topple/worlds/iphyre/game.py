"""I-PHYRE as a game: every tenth of a second, remove a block or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple._native import iphyre as core
from topple.sim.checks import clear_errors
from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, one_of
from topple.tasks.outcome import Outcome
from topple.worlds.iphyre.level import SECONDS, Level
from topple.worlds.iphyre.observation import Observation, vector_of
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.timing import DECISIONS, step_at


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment of a game, for `IPhyreGame.rewind`; only this process can use it."""

    native: core.Mark
    moves: tuple[float, ...]


class IPhyreGame(Game):
    """A level in play. A move removes a block now; a move without numbers lets a tenth pass."""

    width = 2
    task: IPhyreTask

    def __init__(self, task: IPhyreTask) -> None:
        super().__init__(task)
        self.native = core.Game(task.level.native)

    @property
    def level(self) -> Level:
        return self.task.level

    @property
    def outcome(self) -> Outcome | None:
        if not self.native.over:
            return None
        return Outcome.SOLVED if self.native.solved else Outcome.MISSED

    @property
    def steps(self) -> int:
        return self.native.steps

    @property
    def seconds(self) -> float:
        return self.native.steps / self.task.level.rate

    @property
    def tick(self) -> int:
        """The number of tenths of a second that have passed."""
        return round(self.seconds * DECISIONS)

    @property
    def reward(self) -> float:
        """The sum so far: -1 per second, -10 per removed block, 1000 when all balls have fallen."""
        return self.native.reward

    @property
    def left(self) -> list[int]:
        """The numbers of the eliminable blocks that are left."""
        there = self.native.there
        return [number for number, block in enumerate(self.level.eliminable) if there(block)]

    def tally(self) -> dict[str, float]:
        return {**super().tally(), "score": self.reward}

    def legal(self) -> Moves:
        left = self.left
        if self.over or not left:
            return ()
        return (Kind("remove", (one_of("block", left), one_of("seconds", [self.seconds]))),)

    def refusal(self, move: Move) -> str:
        if self.over:
            return "the game is over"
        return self.fault(move)

    def fault(self, move: Move) -> str:
        if not move or (
            len(move) == self.width and move[0] in self.left and move[1] == self.seconds
        ):
            return ""
        return (
            f"a policy removes one of the blocks {self.left} now, by `remove` of its "
            f"observation, not {tuple(move)}"
        )

    def make(self, move: Move) -> None:
        if move:
            tenth = self.tick / DECISIONS
            whole = step_at(tenth, self.level.rate) == self.steps
            self.moves += (float(move[0]), tenth if whole else self.seconds)
            self.native.remove(self.level.eliminable[int(move[0])])
        later = step_at(self.seconds * DECISIONS, 1) + 1
        self.native.step_to(step_at(later / DECISIONS, self.level.rate))

    def let_pass(self, seconds: float) -> None:
        self.native.step_to(self.steps + step_at(seconds, self.level.rate))

    def finish(self) -> None:
        self.let_pass(SECONDS)

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {
            "vector": lambda: vector_of(self, nothing=True),
            "slots": lambda: vector_of(self, nothing=False),
            "table": self.table,
        }

    def see(self) -> Observation:
        return Observation(self)

    def table(self) -> NDArray[np.float64]:
        """Return the original's observation: 12 objects x 9 numbers.

        The numbers are x1, y1, x2, y2, radius, eliminable, moving, link and spring. Rows of
        removed and missing objects are zero.
        """
        return self.native.table()

    def spots(self) -> NDArray[np.float64]:
        from topple.worlds.iphyre.look.bodies import bodies

        removed = {block for _, block in self.native.removed()}
        poses = self.native.poses()[list(self.level.moving)]
        return bodies(self.level, poses.tolist(), removed)

    def digest(self) -> str:
        return f"{self.native.digest():016x}"

    def mark(self) -> Mark:
        """Return this moment for `rewind`."""
        return Mark(self.native.mark(), tuple(self.moves))

    def rewind(self, mark: Mark) -> None:
        """Go back to a moment of this game, bit for bit."""
        with clear_errors():
            self.native.rewind(mark.native)
        self.moves = list(mark.moves)
        self._counted = 0  # what comes now is another simulation

    def save(self) -> bytes:
        return self.native.snapshot()

    def load(self, state: bytes) -> None:
        with clear_errors():
            self.native = core.Game.restore(self.level.native, state)
