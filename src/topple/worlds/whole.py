"""Games of one move: the whole action is played at once."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple.sim.counting import uncounted
from topple.tasks.attempt import Played
from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import parts

if TYPE_CHECKING:
    from topple.worlds.world import World


class WholeGame(Game):
    """A game of one move, as every world has that declares no other.

    A refused action is no move: the game waits for another one.
    """

    def __init__(self, world: World, task: Task) -> None:
        super().__init__(task)
        self.world = world
        self.played: Played | None = None
        self.refused: Played | None = None  # the last action, if it was invalid

    @property
    def width(self) -> int:
        return self.task.actions.dimensions

    @property
    def outcome(self) -> Outcome | None:
        return self.played.outcome if self.played else None

    @property
    def note(self) -> str:
        return self.played.note if self.played else ""

    @property
    def steps(self) -> int:
        return self.played.steps if self.played else 0

    @property
    def points(self) -> float:
        return self.played.points if self.played else 0.0

    def legal(self) -> Moves:
        return () if self.over else (Kind(self.task.actions.verb, self.task.actions.numbers()),)

    def refusal(self, move: Move) -> str:
        if self.over:
            return "the game is over"
        return self.world.refusal(self.task, tuple(move))

    def make(self, move: Move) -> None:
        self.world.advance([self], [move], 1)

    def finish(self) -> None:
        if not self.over:
            (self.played,) = self.world.play([self.task], [None], 1)

    def take(self, move: Move, played: Played) -> None:
        """Record the move and how it ended."""
        if played.outcome is Outcome.INVALID:
            self.refused = played
        else:
            self.moves, self.played, self.refused = [float(n) for n in move], played, None

    def spots(self) -> NDArray[np.float64]:
        action = tuple(self.moves) if self.moves else None
        with uncounted():
            recorded = parts.record(self.world, self.task, action, 1)
        return np.asarray(recorded.frames[-1 if self.over else 0])

    def digest(self) -> str:
        if self.played and self.played.digest:
            return self.played.digest
        text = json.dumps([self.task.content_hash(), self.moves, self.outcome])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def save(self) -> bytes:
        return bytes([self.over])

    def load(self, state: bytes) -> None:
        self.played = self.refused = None
        if state[0]:
            action = tuple(self.moves) if self.moves else None
            (self.played,) = self.world.play([self.task], [action], 1)
