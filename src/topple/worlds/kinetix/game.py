"""A level in play, driven step by step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple._native import kinetix as core
from topple.errors import BadInput
from topple.sim.checks import checked_threads, clear_errors
from topple.tasks.outcome import Outcome
from topple.worlds.kinetix.actions import Rows
from topple.worlds.kinetix.level import Level
from topple.worlds.kinetix.simulate import NOTES, OUTCOMES
from topple.worlds.kinetix.to_native import native_level


class Game:
    """A level in play; `drive` moves it, `branch` copies it."""

    def __init__(self, level: Level) -> None:
        self.level = level
        with clear_errors():
            self.native = core.Game(native_level(level))

    @property
    def over(self) -> bool:
        return self.native.over

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game goes on."""
        return OUTCOMES.get(self.native.outcome)

    @property
    def note(self) -> str:
        """Why the game was lost, if it was."""
        return NOTES.get(self.native.outcome, "")

    @property
    def steps(self) -> int:
        return self.native.steps

    @property
    def distance(self) -> float:
        """The distance between green and blue, in metres."""
        return self.native.distance

    def motions(self) -> NDArray[np.float32]:
        """Return bodies x (x, y, rotation, velocity x and y, spin)."""
        (found,) = motions([self])
        return np.asarray(found, np.float32)

    def drive(self, rows: Rows) -> float:
        """Play rows of all channels and a number of steps; return the sum of the rewards."""
        return drive([self], [rows], threads=1)[0]

    def digest(self) -> str:
        """Return a hash of the complete state, as 16 hex digits."""
        return f"{self.native.digest():016x}"

    def snapshot(self) -> bytes:
        """Return the complete state as bytes, at any moment."""
        return self.native.snapshot()

    def restore(self, snapshot: bytes) -> Game:
        """Return a game that continues from a snapshot of this level, bit for bit."""
        with clear_errors():
            return self._twin(core.Game.restore(native_level(self.level), snapshot))

    def branch(self) -> Game:
        """Return a copy of the game in the same state."""
        return self._twin(self.native.copy())

    def _twin(self, native: core.Game) -> Game:
        twin = Game.__new__(Game)
        twin.level, twin.native = self.level, native
        return twin


def drive(
    games: Sequence[Game], rows: Sequence[Rows], *, threads: int | None = None
) -> list[float]:
    """Play rows in every game, until it is over at most; return the sums of the rewards."""
    if len({id(game.native) for game in games}) < len(games):
        raise BadInput("a game is in the list twice", "use branch() to copy it")
    natives = [game.native for game in games]
    with clear_errors():
        plays = core.play_on(natives, rows, False, 0, checked_threads(threads))
    return [play.total_reward for play in plays]


def motions(games: Sequence[Game]) -> NDArray[np.float32]:
    """Return games x bodies x (x, y, rotation, velocity x and y, spin), for levels of one size."""
    with clear_errors():
        return core.motions([game.native for game in games])
