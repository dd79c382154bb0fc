"""Games shot by shot: many at a time, all their shots in one batch."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from topple.worlds.pool.rules import Rules, Turn, judge, lowest
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.simulate import simulate
from topple.worlds.pool.table import CUE, Point
from topple.worlds.pool.task import PoolTask


@dataclass(eq=False)
class Game:
    """A game in play; it is also what policies are shown.

    `table` has the balls at rest: row i is ball i, NaN if it is not on the table. `turns` says
    what every shot did. A refused shot uses up a turn; `refused` has the reason.
    """

    task: PoolTask
    rules: Rules
    table: NDArray[np.float64]
    shots: list[Shot] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)  # reasons by the number of the shot
    _digest: str = ""

    @classmethod
    def begin(cls, task: PoolTask) -> Game:
        """Set up the table of a task."""
        assert task.rules is not None, "only games are played shot by shot"
        return cls(task, task.rules, task.table)

    @classmethod
    def of_puzzle(cls, task: PoolTask) -> Game:
        """Show a puzzle as a game of one shot."""
        return cls(task, Rules(shots=1), task.table)

    @property
    def won(self) -> bool:
        return bool(self.turns) and self.turns[-1].won

    @property
    def over(self) -> bool:
        return self.won or self.left == 0

    @property
    def left(self) -> int:
        """How many shots are left."""
        return self.rules.shots - len(self.shots)

    @property
    def lowest(self) -> int:
        """The lowest number on the table: the ball that must be hit first."""
        return lowest(self.table)

    @property
    def legal(self) -> int:
        """How many balls were potted without a foul."""
        return sum(turn.legal for turn in self.turns)

    @property
    def fouls(self) -> int:
        return sum(bool(turn.foul) for turn in self.turns)

    def place(self, ball: int = CUE) -> Point:
        """Return where a ball is."""
        x, y = self.table[ball].tolist()
        return x, y

    def branch(self) -> Game:
        """Return a copy of the game."""
        return Game(
            self.task,
            self.rules,
            self.table.copy(),
            list(self.shots),
            list(self.turns),
            dict(self.refused),
            self._digest,
        )

    def digest(self) -> str:
        """Return a hash of all final states so far; "" before the first shot."""
        return self._digest

    def take(self, shot: Shot, turn: Turn, table: NDArray[np.float64], digest: int) -> None:
        """Record a shot and its result."""
        self.shots.append(shot)
        self.turns.append(turn)
        self.table = table
        text = f"{self._digest} {digest:016x} {turn.foul}"
        self._digest = hashlib.sha256(text.encode()).hexdigest()[:16]


def play_shots(games: Sequence[Game], shots: Sequence[Shot], threads: int | None = None) -> None:
    """Play one shot in each game, all of them in one batch per model."""
    for model in {game.task.model for game in games}:
        chosen = [
            (game, shot.rounded() if not shot.refusal() else shot)
            for game, shot in zip(games, shots, strict=True)
            if game.task.model == model
        ]
        for game, shot in chosen:
            if why := shot.refusal():
                game.refused[len(game.shots) + 1] = why
                game.take(shot, Turn((), "", False, 0), game.table, 0)
        _play([each for each in chosen if not each[1].refusal()], model, threads)


def _play(chosen: Sequence[tuple[Game, Shot]], model: str, threads: int | None) -> None:
    if not chosen:
        return
    tables = np.stack([game.table for game, _ in chosen])
    played = [game.rules.played(str(game.task), len(game.shots) + 1, shot) for game, shot in chosen]
    facts = simulate(tables, played, model=model, threads=threads)
    for row, (game, shot) in enumerate(chosen):
        turn, after = judge(game.rules, len(game.shots) + 1, game.table, facts, row)
        game.take(shot, turn, after, int(facts.digests[row]))
