"""Games: an attempt in play, the same for agents, models, learners and people."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self, final

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, BadScene, UnknownName
from topple.sim.counting import uncounted
from topple.tasks.attempt import Action, Played
from topple.tasks.courses import keep_verbs, play_together, restore_counted
from topple.tasks.moves import Move, Moves
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

# The verbs of a game that count, and what a world defines instead.
_OWN = {"play": "make", "wait": "let_pass", "stop": "finish", "restore": "load", "branch": "save"}


class GamePolicy:
    """A policy that is asked with the game itself, and so can play every world."""

    def __init__(self, choose: Callable[[Game], Action | None]) -> None:
        self._choose = choose

    def __call__(self, game: Game) -> Action | None:
        return self._choose(game)


class Game(ABC):
    """One attempt at one task, move by move. The moves so far are its record.

    `moves` is the world's action so far: played whole, it ends in the same way. A move is a row of
    such an action. `World.begin` starts games, `World.advance` plays a move in each of many.

    `play`, `wait`, `stop`, `restore` and `branch` count what is simulated and are the same for all
    games; a world defines what they call: `make`, `let_pass`, `finish`, `save` and `load`.
    """

    refusals_cost: ClassVar[bool] = False  # whether an impossible move costs a turn
    task: Task
    moves: list[float]
    _counted = 0  # the id of the game that was counted as a simulation: a copy has another

    def __init_subclass__(cls, **options: Any) -> None:
        """Refuse games that would not be counted."""
        super().__init_subclass__(**options)
        keep_verbs(cls, _OWN)

    def __init__(self, task: Task) -> None:
        self.task = task
        self.moves = []

    @property
    @abstractmethod
    def width(self) -> int:
        """How many numbers a move has."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game goes on."""

    @property
    def over(self) -> bool:
        """Whether the outcome is known."""
        return self.outcome is not None

    @property
    def points(self) -> float:
        """What the world counts besides the outcome."""
        return 0.0

    @property
    def note(self) -> str:
        """Why the game ended as it did; "" if the outcome says all."""
        return ""

    @property
    def seconds(self) -> float:
        """How many simulated seconds have passed; 0 where only moves take time."""
        return 0.0

    @property
    def steps(self) -> int:
        """How long the game has taken, as records count it; by default in moves."""
        return len(self.moves) // self.width

    @abstractmethod
    def legal(self) -> Moves:
        """Return what can be done now; nothing once the last move was made.

        Ranges are given number by number, so `refusal` has the last word on their combination.
        """

    @abstractmethod
    def refusal(self, move: Move) -> str:
        """Return why a move is impossible now; "" if it is possible."""

    @final
    def play(self, move: Move) -> None:
        """Make a move; time passes until the next decision.

        An impossible move raises `BadAction`, or costs a turn where `refusals_cost`.
        """
        if not self.refusals_cost:
            self.check(move)
        play_together([self], lambda: self.make(move))

    @final
    def wait(self, seconds: float) -> None:
        """Wait: time passes without a move."""
        play_together([self], lambda: self.let_pass(seconds))

    @final
    def stop(self) -> None:
        """Make no more moves: let time pass until the outcome is known."""
        play_together([self], self.finish)

    @abstractmethod
    def make(self, move: Move) -> None:
        """Make a move, which is possible unless `refusals_cost`, and record it in `moves`."""

    def let_pass(self, seconds: float) -> None:  # noqa: B027 (many games have nothing to do)
        """Let time pass without a move; by default nothing happens."""

    @abstractmethod
    def finish(self) -> None:
        """Let time pass without moves until the outcome is known."""

    def result(self) -> Played:
        """Stop, and return how the game ended as the record of an attempt."""
        self.stop()
        assert self.outcome is not None, "a game that was stopped is over"
        action = tuple(float(number) for number in self.moves)
        return Played(self.outcome, self.steps, self.digest(), self.note, action, self.points)

    @abstractmethod
    def spots(self) -> NDArray[np.float64]:
        """Return what is to be seen now, as a frame of a recording of the moves so far."""

    @abstractmethod
    def digest(self) -> str:
        """Return a hash of the present state, as 16 hex digits."""

    def views(self) -> Mapping[str, Any]:
        """Return the views that `observe` knows by name, each a function without arguments."""
        return {}

    def observe(self, view: str) -> NDArray[Any]:
        """Return the game as the numbers of a view, such as `vector` or `picture`."""
        known = self.views()
        if view not in known:
            raise UnknownName("view", view, known=known)
        found: NDArray[Any] = known[view]()
        return found

    def tally(self) -> dict[str, float]:
        """Return the sums so far of everything that a reward may count."""
        return {"solved": float(self.outcome is Outcome.SOLVED), "points": self.points}

    def see(self) -> object:
        """Return what a policy of this world is shown before its move."""
        return self

    def fault(self, move: Move) -> str:
        """Return why no policy may give such a move at all; "" if it may be tried."""
        if len(move) == self.width:
            return ""
        return f"a policy gives one move of {self.width} numbers, not {len(move)}"

    def snapshot(self) -> bytes:
        """Return the game as bytes, at any moment."""
        record = np.array([len(self.moves), *self.moves], "<f8")
        return record.tobytes() + self.save()

    @final
    def restore(self, snapshot: bytes) -> Self:
        """Return a game at the same task that continues from a snapshot, bit for bit."""
        return restore_counted(lambda: self._restore(snapshot))

    @final
    def branch(self) -> Self:
        """Return a copy of the game that continues on its own."""
        with uncounted():
            return self._restore(self.snapshot())

    def _restore(self, snapshot: bytes) -> Self:
        twin = copy.copy(self)
        try:
            count = int(np.frombuffer(snapshot, "<f8", 1)[0])
            twin.moves = np.frombuffer(snapshot, "<f8", count, 8).tolist()
            twin.load(snapshot[8 * (count + 1) :])
        except (ValueError, IndexError, OverflowError) as error:
            raise BadScene(f"these bytes are no snapshot of a game: {error}") from error
        return twin

    @abstractmethod
    def save(self) -> bytes:
        """Return the state as bytes, without the moves."""

    @abstractmethod
    def load(self, state: bytes) -> None:
        """Set the state of a copy, whose `moves` are those of the saved game."""

    def check(self, move: Move) -> None:
        """Raise `BadAction` if a move is impossible."""
        if why := self.refusal(move):
            raise BadAction(f"{tuple(move)!s:.80} is no move at `{self.task}` now: {why}")
