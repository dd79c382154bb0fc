"""Kinetix as a game: every move drives the live channels for some steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple._native import kinetix as core
from topple.errors import BadAction, BadInput
from topple.sim.checks import checked_threads, clear_errors
from topple.tasks.courses import play_together
from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, Number
from topple.tasks.outcome import Outcome
from topple.worlds.kinetix import features
from topple.worlds.kinetix.actions import MOST_STEPS, Rows, channel_name
from topple.worlds.kinetix.drawing.scene import scene
from topple.worlds.kinetix.level import MOTORS, Level
from topple.worlds.kinetix.observation import Observation
from topple.worlds.kinetix.simulate import NOTES, OUTCOMES, STEPS_PER_SECOND
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.to_native import native_level


class KinetixGame(Game):
    """A level in play; `reward` is the sum of the original's rewards so far."""

    task: KinetixTask

    def __init__(self, task: KinetixTask) -> None:
        super().__init__(task)
        with clear_errors():
            self.native = core.Game(native_level(task.level))
        self.reward = 0.0

    @property
    def level(self) -> Level:
        return self.task.level

    @property
    def width(self) -> int:
        return self.task.actions.width

    @property
    def outcome(self) -> Outcome | None:
        return OUTCOMES.get(self.native.outcome)

    @property
    def note(self) -> str:
        """Why the game was lost, if it was."""
        return NOTES.get(self.native.outcome, "")

    @property
    def late(self) -> bool:
        """Whether the game ended because the time was up."""
        return self.note == "the time was up"

    @property
    def steps(self) -> int:
        return self.native.steps

    @property
    def seconds(self) -> float:
        return self.native.steps / STEPS_PER_SECOND

    @property
    def distance(self) -> float:
        """The distance between green and blue, in metres."""
        return self.native.distance

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
        held = Number("steps", 1, MOST_STEPS - self.steps, whole=True)
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

    def make(self, move: Move) -> None:
        advance([self], [move], 1)

    def let_pass(self, seconds: float) -> None:
        steps = min(round(seconds * STEPS_PER_SECOND), MOST_STEPS - self.steps)
        if steps and not self.over:
            self.make((*[0.0] * (self.width - 1), float(steps)))

    def finish(self) -> None:
        """Drive nothing until the time is up; the record needs no row for that."""
        if not self.over:
            rows = self.task.actions.full((*[0.0] * (self.width - 1), float(MOST_STEPS)))
            _drive([self], [rows], 1)

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {
            "vector": lambda: features.flat(self),
            "picture": lambda: self.see().picture(),
        }

    def see(self) -> Observation:
        return Observation(self)

    def motions(self) -> NDArray[np.float32]:
        """Return bodies x (x, y, rotation, velocity x and y, spin)."""
        with clear_errors():
            (found,) = core.motions([self.native])
        return np.asarray(found, np.float32)

    def spots(self) -> NDArray[np.float64]:
        return scene(self.level).spots(self.motions())

    def digest(self) -> str:
        return f"{self.native.digest():016x}"

    def save(self) -> bytes:
        return np.array([self.reward], "<f8").tobytes() + self.native.snapshot()

    def load(self, state: bytes) -> None:
        self.reward = float(np.frombuffer(state, "<f8", 1)[0])
        with clear_errors():
            self.native = core.Game.restore(native_level(self.level), state[8:])


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
    play_together(games, lambda: _drive(games, rows, threads))


def _record(game: KinetixGame, drives: Sequence[float], held: float) -> None:
    game.moves += (*drives, min(held, float(MOST_STEPS - game.steps)))


def _drive(games: Sequence[KinetixGame], rows: Sequence[Rows], threads: int | None) -> None:
    """Play rows in every game, until it is over at most."""
    if len({id(game.native) for game in games}) < len(games):
        raise BadInput("a game is in the list twice", "use branch() to copy it")
    with clear_errors():
        plays = core.play_on(
            [game.native for game in games], rows, False, 0, checked_threads(threads)
        )
    for game, play in zip(games, plays, strict=True):
        game.reward += play.total_reward
