"""Pool as a game: one shot after another, the shots of many games in one batch."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves
from topple.tasks.outcome import Outcome
from topple.worlds.pool.action_space import SHOT
from topple.worlds.pool.encoding import encode
from topple.worlds.pool.goals import met
from topple.worlds.pool.rules import Rules, Turn, judge, lowest
from topple.worlds.pool.shot import NUMBERS, Shot, shots_of
from topple.worlds.pool.simulate import Facts, simulate
from topple.worlds.pool.table import CUE, Point
from topple.worlds.pool.task import PoolTask


class PoolGame(Game):
    """A game in play, or a puzzle, which is a game of one shot; also what policies are shown.

    `table` has the balls at rest: row i is ball i, NaN if it is not on the table. `turns` says
    what every shot did; a refused shot uses up a turn.
    """

    width = NUMBERS
    task: PoolTask
    refusals_cost = True

    def __init__(self, task: PoolTask) -> None:
        super().__init__(task)
        self.rules = task.rules or Rules(shots=1)
        self.table: NDArray[np.float64] = task.table
        self.turns: list[Turn] = []
        self._digest = ""
        self._stopped = False

    @property
    def outcome(self) -> Outcome | None:
        if not (self._stopped or self.won or self.left == 0):
            return None
        if self.turns and all(turn.refused for turn in self.turns):
            return Outcome.INVALID
        if not self.task.rules and self.turns and self.turns[0].capped:
            return Outcome.UNSETTLED
        return Outcome.SOLVED if self.won else Outcome.MISSED

    @property
    def note(self) -> str:
        return self.turns[0].refused if self.outcome is Outcome.INVALID else ""

    @property
    def won(self) -> bool:
        return bool(self.turns) and self.turns[-1].won

    @property
    def left(self) -> int:
        """How many shots are left."""
        return self.rules.shots - len(self.turns)

    @property
    def shots(self) -> list[Shot]:
        """The shots so far, also those that were refused."""
        return shots_of(self.moves)

    @property
    def points(self) -> float:
        """How many balls were potted without a foul."""
        return float(sum(turn.legal for turn in self.turns))

    @property
    def fouls(self) -> int:
        return sum(bool(turn.foul) for turn in self.turns)

    @property
    def lowest(self) -> int:
        """The lowest number on the table: the ball that must be hit first."""
        return lowest(self.table)

    def place(self, ball: int = CUE) -> Point:
        """Return where a ball is."""
        x, y = self.table[ball].tolist()
        return x, y

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

    def make(self, move: Move) -> None:
        advance([self], [move], 1)

    def finish(self) -> None:
        self._stopped = True

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {"vector": lambda: encode(self.task, self.table, self.left / self.rules.shots)}

    def spots(self) -> NDArray[np.float64]:
        from topple.worlds.pool.look.table import still_of

        return still_of(self.table, self.task)[1]

    def digest(self) -> str:
        """Return a hash of all final states so far; "" before the first shot."""
        return self._digest

    def save(self) -> bytes:
        turns = [astuple(turn) for turn in self.turns]
        state = [self.table.tolist(), turns, self._digest, self._stopped]
        return json.dumps(state).encode()

    def load(self, state: bytes) -> None:
        table, turns, self._digest, self._stopped = json.loads(state)
        self.table = np.array(table)
        self.turns = [Turn(tuple(potted), *facts) for potted, *facts in turns]

    def take(self, shot: Shot, turn: Turn, table: NDArray[np.float64], digest: int) -> None:
        """Record a shot and its result."""
        self.moves += map(float, shot)
        self.turns.append(turn)
        self.table = table
        text = f"{self._digest} {digest:016x} {turn.foul}"
        in_game = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._digest = in_game if self.task.rules else f"{digest:016x}"


def advance(games: Sequence[PoolGame], moves: Sequence[Move], threads: int | None = None) -> None:
    """Play a shot in every game, all of them in one batch per model."""
    for model in {game.task.model for game in games}:
        valid = []
        for game, move in zip(games, moves, strict=True):
            if game.task.model != model:
                continue
            shot = Shot(*map(float, move))
            if why := shot.refusal():
                game.take(shot, Turn((), "", False, 0, refused=why), game.table, 0)
            else:
                valid.append((game, shot.rounded()))
        _play(valid, model, threads)


def _play(chosen: Sequence[tuple[PoolGame, Shot]], model: str, threads: int | None) -> None:
    if not chosen:
        return
    tables = np.stack([game.table for game, _ in chosen])
    played = [game.rules.played(str(game.task), len(game.turns) + 1, shot) for game, shot in chosen]
    facts = simulate(tables, played, model=model, threads=threads)
    for row, (game, shot) in enumerate(chosen):
        turn, after = _judge(game, facts, row)
        game.take(shot, turn, after, int(facts.digests[row]))


def _judge(game: PoolGame, facts: Facts, row: int) -> tuple[Turn, NDArray[np.float64]]:
    """Return what a shot did, by the rules of its game or the goal of its puzzle."""
    if game.task.rules:
        return judge(game.rules, len(game.turns) + 1, game.table, facts, row)
    won, capped = bool(met(game.task.goal, facts)[row]), bool(facts.capped[row])
    return Turn((), "", won and not capped, 0, capped=capped), facts.places(row)
