"""One game, played step by step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple._native import iphyre as core
from topple.sim.checks import clear_errors
from topple.worlds.iphyre.level import Level
from topple.worlds.iphyre.timing import DECISIONS, step_at


class Game:
    """A level in play: remove blocks, let time pass, observe."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.native = core.Game(level.native)

    @property
    def steps(self) -> int:
        return self.native.steps

    @property
    def seconds(self) -> float:
        return self.native.steps / self.level.rate

    @property
    def reward(self) -> float:
        """The sum so far: -1 per second, -10 per removed block, 1000 when all balls have fallen."""
        return self.native.reward

    @property
    def solved(self) -> bool:
        return self.native.solved

    @property
    def over(self) -> bool:
        return self.native.over

    @property
    def left(self) -> list[int]:
        """The numbers of the eliminable blocks that are left."""
        there = self.native.there
        return [number for number, block in enumerate(self.level.eliminable) if there(block)]

    def remove(self, number: int) -> bool:
        """Remove an eliminable block by its number; return whether it was still there."""
        return self.native.remove(self.level.eliminable[number])

    def step(self, count: int = 1) -> None:
        """Simulate steps; stop when the game is over."""
        self.native.step_to(self.native.steps + count)

    def wait(self) -> None:
        """Simulate until a policy may act again: a tenth of a second."""
        tick = step_at(self.seconds * DECISIONS, 1) + 1
        self.native.step_to(step_at(tick / DECISIONS, self.level.rate))

    def table(self) -> NDArray[np.float64]:
        """Return the original's observation: 12 objects x 9 numbers.

        The numbers are x1, y1, x2, y2, radius, eliminable, moving, link and spring. Rows of
        removed and missing objects are zero.
        """
        return self.native.table()

    def poses(self) -> NDArray[np.float64]:
        """Return x, y and angle of every object; not numbers where it was removed."""
        return self.native.poses()

    def digest(self) -> str:
        """Return a hash of the state, as 16 hex digits."""
        return f"{self.native.digest():016x}"

    def mark(self) -> core.Mark:
        """Return this moment for `rewind`; only this process can use it."""
        return self.native.mark()

    def rewind(self, mark: core.Mark) -> None:
        """Go back to a moment of this game, bit for bit."""
        with clear_errors():
            self.native.rewind(mark)

    def snapshot(self) -> bytes:
        """Return what was done so far as bytes, from which any process can continue."""
        return self.native.snapshot()

    def restore(self, snapshot: bytes) -> Game:
        """Return a game of this level that continues from a snapshot, bit for bit."""
        twin = Game.__new__(Game)
        twin.level = self.level
        with clear_errors():
            twin.native = core.Game.restore(self.level.native, snapshot)
        return twin
