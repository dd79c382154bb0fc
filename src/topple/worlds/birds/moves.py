"""Birds as a game: one shot after another, each when the next bird is ready."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction
from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, Number
from topple.tasks.outcome import Outcome
from topple.worlds.birds.action_space import NUMBERS, shots_of
from topple.worlds.birds.game import Game as LevelGame
from topple.worlds.birds.game import play_on
from topple.worlds.birds.look.screenshot import screenshot
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.tensor import tensor

_LONGEST = 10.0  # seconds of a tap or a delay that are of use
# Release points farther out are drawn back to a stretch of 1; a negative tap means no tap.
_SHOT = (
    Number("x", -1.0, 1.0),
    Number("y", -1.0, 1.0),
    Number("tap", -1.0, _LONGEST),
    Number("delay", 0.0, _LONGEST),
)


class BirdsGame(Game):
    """A level in play; `engine_fault` says why the engine gave up, if it did.

    With `settled`, a shot is due only once everything rests.
    """

    width = NUMBERS

    def __init__(self, task: BirdsTask, *, settled: bool = False) -> None:
        self.task: BirdsTask = task
        self.game = LevelGame(task.level, task.rules)
        self.settled = settled
        self.moves: list[float] = []
        self.engine_fault = ""
        self._waited = 0.0  # seconds since the bird was ready: the next shot comes so much later
        self._seen: Observation | None = None

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.FAILED if self.engine_fault else self.game.outcome

    @property
    def seconds(self) -> float:
        return self.game.native.steps * TIME_STEP

    @property
    def shots(self) -> int:
        """How many shots were made."""
        return len(self.moves) // NUMBERS

    @property
    def waited(self) -> float:
        """How long the player has waited before the next shot."""
        return self._waited + (self._seen.waited if self._seen else 0.0)

    def tally(self) -> dict[str, float]:
        return {**super().tally(), "score": self.game.native.score}

    def legal(self) -> Moves:
        ready = self.game.ready and self.shots < len(self.task.level.birds)
        return (Kind("shoot", _SHOT),) if ready and not self.over else ()

    def refusal(self, move: Move) -> str:
        if self.over or not self.game.ready:
            return "no bird is ready on the sling"
        if why := self.fault(move):
            return why
        try:
            shots_of([float(number) for number in move])
        except BadAction as error:
            return str(error)
        return ""

    def fault(self, move: Move) -> str:
        if len(move) == NUMBERS:
            return ""
        return f"a policy gives one shot of {NUMBERS} numbers, not {len(move)}"

    def play(self, move: Move) -> None:
        self.check(move)
        advance([self], [move], 1)

    def take(self, move: Move) -> Shot:
        """Record a move; return its shot."""
        x, y, tap, delay = (float(number) for number in move)
        (shot,) = shots_of((x, y, tap, delay))
        self.moves += (x, y, tap, delay + self.waited)
        self._waited, self._seen = 0.0, None
        return shot

    def wait(self, seconds: float) -> None:
        for _ in range(math.floor(seconds / TIME_STEP + 0.5)):
            if self.over:
                return
            self.game.step()
            self._waited += TIME_STEP

    def stop(self) -> None:
        self.game.stop()
        advance([self], [None], 1)

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {
            "symbols": lambda: tensor(self.game),
            "picture": lambda: screenshot(self.game),
        }

    def see(self) -> Observation:
        self._waited, self._seen = self.waited, Observation(self.game)
        return self._seen

    def spots(self) -> NDArray[np.float64]:
        from topple.worlds.birds.look.recording import bodies
        from topple.worlds.birds.visible import view

        started = self.game.native.steps > 0
        return bodies(view(self.game if started else self.task.level))

    def digest(self) -> str:
        return self.game.digest()

    def save(self) -> bytes:
        return np.array([self.waited], "<f8").tobytes() + self.game.snapshot()

    def load(self, state: bytes) -> None:
        self._waited, self._seen = float(np.frombuffer(state, "<f8", 1)[0]), None
        self.game = self.game.restore(state[8:])


def advance(games: Sequence[BirdsGame], moves: Sequence[Move | None], threads: int | None) -> None:
    """Make the shots, where there are any, and simulate until the next ones are due."""
    shots = [
        None if move is None else game.take(move) for game, move in zip(games, moves, strict=True)
    ]
    for settled in {game.settled for game in games}:
        due = [number for number, game in enumerate(games) if game.settled is settled]
        faults = play_on(
            [games[number].game for number in due],
            [shots[number] for number in due],
            settled=settled,
            threads=threads,
        )
        for number, fault in zip(due, faults, strict=True):
            games[number].engine_fault = fault
