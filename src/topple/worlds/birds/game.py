"""Birds as a game: one shot after another, each when the next bird is ready."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple._native import birds as core
from topple.errors import BadAction, BadInput
from topple.sim.checks import checked_threads, clear_errors
from topple.tasks.courses import play_together
from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, Number
from topple.tasks.outcome import Outcome
from topple.worlds.birds.action_space import NUMBERS, shots_of
from topple.worlds.birds.level import Level
from topple.worlds.birds.look.screenshot import bodies, screenshot
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.rules import TIME_STEP, Rules
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import OUTCOMES
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.tensor import tensor
from topple.worlds.birds.to_native import native_level, rules_for
from topple.worlds.birds.visible import view

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

    With `settled`, a shot is due only once everything rests. The record has the time that passed
    before a shot, since its bird was ready, in the delay of the shot.
    """

    width = NUMBERS
    task: BirdsTask

    def __init__(self, task: BirdsTask, *, settled: bool = False) -> None:
        super().__init__(task)
        self.settled = settled
        self.engine_fault = ""
        self._level = native_level(task.level, rules_for(task.level, task.rules))
        with clear_errors():
            self.native = core.Game(self._level)
        self._ready_at = 0  # the step at which the bird on the sling was ready

    @property
    def level(self) -> Level:
        return self.task.level

    @property
    def rules(self) -> Rules:
        return self.task.rules

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.FAILED if self.engine_fault else OUTCOMES.get(self.native.outcome)

    @property
    def ready(self) -> bool:
        """Whether a bird sits on the sling and waits for a shot."""
        return self.native.ready and not self.engine_fault

    @property
    def birds(self) -> tuple[str, ...]:
        """The birds that are left; the first one is on the sling."""
        birds = self.level.birds
        return birds[len(birds) - self.native.birds_left :]

    @property
    def shots(self) -> int:
        """How many shots were made."""
        return len(self.moves) // NUMBERS

    @property
    def note(self) -> str:
        return f"engine: {self.engine_fault}" if self.engine_fault else ""

    @property
    def steps(self) -> int:
        return self.native.steps

    @property
    def seconds(self) -> float:
        return self.native.steps * TIME_STEP

    @property
    def waited(self) -> float:
        """How many seconds have passed since the bird was ready."""
        return (self.native.steps - self._ready_at) * TIME_STEP

    def tally(self) -> dict[str, float]:
        return {**super().tally(), "score": self.native.score}

    def legal(self) -> Moves:
        ready = self.ready and self.shots < len(self.level.birds)
        return (Kind("shoot", _SHOT),) if ready and not self.over else ()

    def refusal(self, move: Move) -> str:
        if self.over or not self.ready:
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

    def make(self, move: Move) -> None:
        advance([self], [move], 1)

    def shoot(self, shot: Shot) -> None:
        """Shoot the bird on the sling, and let no time pass."""
        with clear_errors():
            self.native.shoot(_record(self, shot.row()))

    def step(self) -> None:
        """Simulate one step."""
        self.wait(TIME_STEP)

    def let_pass(self, seconds: float) -> None:
        for _ in range(math.floor(seconds / TIME_STEP + 0.5)):
            if self.over:
                return
            was_ready = self.native.ready
            with clear_errors():
                self.native.step()
            if not was_ready:
                self._ready_at = self.native.steps

    def rest(self) -> None:
        """Wait until nothing moves; do nothing if something would never stop."""
        play_together([self], self._rest)

    def _rest(self) -> None:
        with clear_errors():
            later = core.Game.restore(self._level, self.native.snapshot())
            (fault,) = core.play_on([later], [None], True, 1)
        if not fault and (not later.over or OUTCOMES[later.outcome] is Outcome.SOLVED):
            self.native = later

    def finish(self) -> None:
        self.native.stop_shooting()
        advance([self], [None], 1)

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {"symbols": lambda: tensor(self), "picture": lambda: screenshot(self)}

    def see(self) -> Observation:
        return Observation(self)

    def spots(self) -> NDArray[np.float64]:
        return bodies(view(self if self.native.steps else self.level))

    def digest(self) -> str:
        return f"{self.native.digest():016x}"

    def save(self) -> bytes:
        return np.array([self._ready_at], "<f8").tobytes() + self.native.snapshot()

    def load(self, state: bytes) -> None:
        self._ready_at = int(np.frombuffer(state, "<f8", 1)[0])
        with clear_errors():
            self.native = core.Game.restore(self._level, state[8:])


def play_on(
    games: Sequence[BirdsGame], shots: Sequence[Shot | None], *, threads: int | None = None
) -> list[str]:
    """Make the shots, then simulate every game until it awaits a shot or is over.

    A game awaits a shot when a bird is ready and a pig is left; with `settled`, also only when
    everything rests. Return the engine's error of each game, "" where there is none.
    """
    moves = [None if shot is None else shot.row() for shot in shots]
    play_together(games, lambda: advance(games, moves, threads))
    return [game.engine_fault for game in games]


def advance(games: Sequence[BirdsGame], moves: Sequence[Move | None], threads: int | None) -> None:
    """Make the shots, where there are any, and simulate until the next ones are due."""
    if len(games) != len(moves):
        raise BadAction(f"{len(moves)} shots for {len(games)} games")
    if len({id(game.native) for game in games}) < len(games):
        raise BadInput("a game is in the list twice", "use branch() to copy it")
    pairs = list(zip(games, moves, strict=True))
    if any(move is not None and not game.ready for game, move in pairs):
        raise BadAction("no bird is ready on the sling", "wait until one is")
    getting_ready = [game for game, move in pairs if move is not None or not game.ready]
    rows = [None if move is None else _record(game, move) for game, move in pairs]
    _simulate(games, rows, False, threads)
    for game in getting_ready:
        game._ready_at = game.native.steps
    if settling := [game for game in games if game.settled and not game.over]:
        _simulate(settling, [None] * len(settling), True, threads)


def _record(game: BirdsGame, move: Move) -> Sequence[float]:
    """Add a shot to the moves; return it as the engine takes it."""
    if not game.ready:
        raise BadAction("no bird is ready on the sling", "wait until one is")
    x, y, tap, delay = (float(number) for number in move)
    (shot,) = shots_of((x, y, tap, delay))
    game.moves += (x, y, tap, delay + game.waited)
    return shot.row(game.rules.tap_clock)


def _simulate(
    games: Sequence[BirdsGame],
    rows: Sequence[Sequence[float] | None],
    settled: bool,
    threads: int | None,
) -> None:
    with clear_errors():
        natives = [game.native for game in games]
        faults = core.play_on(natives, rows, settled, checked_threads(threads))
    for game, fault in zip(games, faults, strict=True):
        game.engine_fault = fault
