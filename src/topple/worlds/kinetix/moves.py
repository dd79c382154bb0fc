"""Kinetix as a game: every move drives the live channels for some steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction
from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, Number
from topple.tasks.outcome import Outcome
from topple.worlds.kinetix import features
from topple.worlds.kinetix.actions import MOST_STEPS, Rows, channel_name
from topple.worlds.kinetix.drawing.scene import scene
from topple.worlds.kinetix.game import Game as LevelGame
from topple.worlds.kinetix.game import drive
from topple.worlds.kinetix.level import MOTORS
from topple.worlds.kinetix.observation import Observation
from topple.worlds.kinetix.simulate import STEPS_PER_SECOND
from topple.worlds.kinetix.task import KinetixTask


class KinetixGame(Game):
    """A level in play; `reward` is the sum of the original's rewards so far."""

    def __init__(self, task: KinetixTask) -> None:
        self.task: KinetixTask = task
        self.game = LevelGame(task.level)
        self.moves: list[float] = []
        self.reward = 0.0

    @property
    def width(self) -> int:
        return self.task.actions.width

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome

    @property
    def seconds(self) -> float:
        return self.game.steps / STEPS_PER_SECOND

    @property
    def late(self) -> bool:
        """Whether the game ended because the time was up."""
        return self.game.note == "the time was up"

    def tally(self) -> dict[str, float]:
        lost = self.outcome is Outcome.MISSED and not self.late
        return {**super().tally(), "reward": self.reward, "lost": float(lost)}

    def legal(self) -> Moves:
        if self.over:
            return ()
        drives = [
            Number(channel_name(channel), -1.0 if channel < MOTORS else 0.0, 1.0)
            for channel in self.task.actions.channels
        ]
        held = Number("steps", 1, MOST_STEPS - self.game.steps, whole=True)
        return (Kind("drive", (*drives, held)),)

    def refusal(self, move: Move) -> str:
        if self.over:
            return "the game is over"
        try:
            self.task.actions.one(list(move))
        except BadAction as error:
            return str(error)
        return self.fault(move)

    def fault(self, move: Move) -> str:
        if len(move) == self.width:
            return ""
        return f"a policy gives one row of {self.width} numbers, not {len(move)}"

    def play(self, move: Move) -> None:
        advance([self], [move], 1)

    def wait(self, seconds: float) -> None:
        steps = min(round(seconds * STEPS_PER_SECOND), MOST_STEPS - self.game.steps)
        if steps and not self.over:
            self.play((*[0.0] * (self.width - 1), float(steps)))

    def stop(self) -> None:
        """Drive nothing until the time is up; the record needs no row for that."""
        if not self.over:
            rows = self.task.actions.full((*[0.0] * (self.width - 1), float(MOST_STEPS)))
            self.reward += self.game.drive(rows)

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {
            "vector": lambda: features.flat(self.game),
            "picture": lambda: self.see().picture(),
        }

    def see(self) -> Observation:
        return Observation(self.game)

    def spots(self) -> NDArray[np.float64]:
        return scene(self.task.level).spots(self.game.motions())

    def digest(self) -> str:
        return self.game.digest()

    def branch(self) -> Self:
        twin = self.restore(self.snapshot())
        twin.game = self.game.branch()
        return twin

    def save(self) -> bytes:
        return np.array([self.reward], "<f8").tobytes() + self.game.snapshot()

    def load(self, state: bytes) -> None:
        self.reward = float(np.frombuffer(state, "<f8", 1)[0])
        self.game = self.game.restore(state[8:])


def advance(games: Sequence[KinetixGame], moves: Sequence[Move], threads: int | None) -> None:
    """Drive every game by a row of its live channels, all together."""
    rows = []
    for game, move in zip(games, moves, strict=True):
        row = game.task.actions.one(list(move))
        _record(game, row[:-1], row[-1])
        rows.append(game.task.actions.full(row))
    _drive(games, rows, threads)


def drive_rows(games: Sequence[KinetixGame], rows: Sequence[Rows], threads: int | None) -> None:
    """Drive every game by one row of all channels and a number of steps."""
    for game, (row,) in zip(games, rows, strict=True):
        drives = row.tolist()
        _record(game, [drives[channel] for channel in game.task.actions.channels], drives[-1])
    _drive(games, rows, threads)


def _record(game: KinetixGame, drives: Sequence[float], held: float) -> None:
    game.moves += (*drives, min(held, float(MOST_STEPS - game.game.steps)))


def _drive(games: Sequence[KinetixGame], rows: Sequence[Rows], threads: int | None) -> None:
    rewards = drive([game.game for game in games], rows, threads=threads)
    for game, reward in zip(games, rewards, strict=True):
        game.reward += reward
