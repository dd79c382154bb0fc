"""Pool as a game: one shot after another. Puzzles and questions have one move."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves
from topple.tasks.outcome import Outcome
from topple.worlds.pool.action_space import SHOT
from topple.worlds.pool.encoding import encode
from topple.worlds.pool.game import Game as TableGame
from topple.worlds.pool.game import play_shots
from topple.worlds.pool.shot import NUMBERS, Shot, action_of, shots_of
from topple.worlds.pool.task import PoolTask
from topple.worlds.whole import WholeGame


class PoolGame(Game):
    """A game in play. A refused shot uses up a turn."""

    width = NUMBERS
    refusals_cost = True

    def __init__(self, task: PoolTask) -> None:
        self.task: PoolTask = task
        self.game = TableGame.begin(task)
        self._stopped = False

    @property
    def moves(self) -> list[float]:
        return list(action_of(self.game.shots))

    @moves.setter
    def moves(self, moves: list[float]) -> None:
        self._record = moves

    @property
    def outcome(self) -> Outcome | None:
        if not (self._stopped or self.game.over):
            return None
        shots = self.game.shots
        if shots and len(self.game.refused) == len(shots):
            return Outcome.INVALID
        return Outcome.SOLVED if self.game.won else Outcome.MISSED

    @property
    def points(self) -> float:
        return self.game.legal

    @property
    def table(self) -> NDArray[np.float64]:
        """Where the balls are."""
        return self.game.table

    def legal(self) -> Moves:
        return () if self.over else (Kind("shoot", SHOT),)

    def refusal(self, move: Move) -> str:
        if self.over:
            return "the game is over"
        return self.fault(move) or Shot(*move).refusal()

    def fault(self, move: Move) -> str:
        if len(move) == NUMBERS:
            return ""
        return f"a policy gives one shot of {NUMBERS} numbers, not {len(move)}"

    def play(self, move: Move) -> None:
        advance([self], [move], 1)

    def wait(self, seconds: float) -> None:
        """Do nothing: the balls lie still."""

    def stop(self) -> None:
        self._stopped = True

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        left = self.game.left / self.game.rules.shots
        return {"vector": lambda: encode(self.task, self.game.table, left)}

    def see(self) -> TableGame:
        return self.game

    def spots(self) -> NDArray[np.float64]:
        from topple.worlds.pool.look.recording import still_of

        return still_of(self.game.table, self.task)[1]

    def digest(self) -> str:
        return self.game.digest()

    def branch(self) -> Self:
        twin = copy.copy(self)
        twin.game = self.game.branch()
        return twin

    def save(self) -> bytes:
        return bytes([self._stopped])

    def load(self, state: bytes) -> None:
        self._stopped, self.game = bool(state[0]), TableGame.begin(self.task)
        for shot in shots_of(self._record):
            play_shots([self.game], [shot], 1)


class PuzzleGame(WholeGame):
    """A puzzle of one shot, or a question."""

    task: PoolTask

    @property
    def table(self) -> NDArray[np.float64]:
        """Where the balls are."""
        return self.task.table

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {"vector": lambda: encode(self.task, self.task.table, float(not self.over))}


def advance(games: Sequence[PoolGame], moves: Sequence[Move], threads: int | None) -> None:
    """Play a shot in every game, all together."""
    shots = [Shot(*(float(number) for number in move)) for move in moves]
    play_shots([game.game for game in games], shots, threads)
