"""A cart on a track, turn by turn: every second it gets a push."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction
from topple.tasks.actions import ActionSpace
from topple.tasks.attempt import Action
from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, one_of
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

TURNS = 8
PUSHES = (-1.0, 0.0, 1.0)
STEPS = 10  # per turn of one second
FASTER = 0.6  # metres per second that a push adds
NEAR = 0.2  # metres from the mark


class Pushes(ActionSpace):
    """The actions: up to one push per turn."""

    name = "pushes"
    dimensions = TURNS
    policies = True
    candidates_seed = 5

    def sample(self, rng: np.random.Generator) -> Action:
        return tuple(rng.choice(PUSHES, TURNS).tolist())

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        return tuple(
            float(rng.choice(PUSHES)) if rng.uniform() < spread else push for push in action
        )

    def one(self, action: object) -> Action:
        numbers = np.asarray(action, np.float64).ravel()
        if len(numbers) > TURNS:
            raise BadAction(f"there are {TURNS} turns, not {len(numbers)}")
        return tuple(numbers.tolist())


@dataclass(frozen=True, eq=False)
class CartsTask(Task):
    """A track with some drag, and a mark on it."""

    mark: float  # metres from the left end, where the cart starts
    drag: float  # share of the speed that is lost per second

    @property
    def actions(self) -> Pushes:
        return Pushes()

    def content_hash(self) -> str:
        return hashlib.sha256(f"{self.mark} {self.drag}".encode()).hexdigest()[:16]


class CartsGame(Game):
    """A cart in motion. Left of the track there is a wall: at it, nobody pushes to the left."""

    width = 1
    task: CartsTask

    def __init__(self, task: CartsTask) -> None:
        super().__init__(task)
        self.x, self.speed, self.turns = 0.0, 0.0, 0
        self.path = [0.0]  # where the cart was after every step

    @property
    def outcome(self) -> Outcome | None:
        if self.turns and abs(self.x - self.task.mark) <= NEAR:
            return Outcome.SOLVED
        return Outcome.MISSED if self.turns == TURNS else None

    @property
    def seconds(self) -> float:
        return float(self.turns)

    def legal(self) -> Moves:
        pushes = PUSHES if self.x > 0 else PUSHES[1:]
        return () if self.over else (Kind("push", (one_of("push", pushes),)),)

    def refusal(self, move: Move) -> str:
        if self.over:
            return "the game is over"
        return "" if len(move) == 1 and move[0] in PUSHES else "give -1, 0 or 1"

    def make(self, move: Move) -> None:
        self.moves.append(float(move[0]))
        self.push(move[0])

    def push(self, push: float) -> None:
        """Push the cart and let a second pass."""
        self.speed += FASTER * push
        for _ in range(STEPS):
            self.speed -= self.speed * self.task.drag / STEPS
            self.x = max(0.0, self.x + self.speed / STEPS)
            self.speed = self.speed if self.x > 0 else max(0.0, self.speed)
            self.path.append(self.x)
        self.turns += 1

    def finish(self) -> None:
        while not self.over:
            self.push(0.0)

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        numbers = [self.task.mark, self.task.drag, self.x, self.speed, self.turns / TURNS]
        return {"vector": lambda: np.array(numbers, np.float32)}

    def spots(self) -> NDArray[np.float64]:
        return np.array([(0, 2, self.x, 0.1, 0, 1, 1)], float)

    def digest(self) -> str:
        numbers = np.array([self.x, self.speed, self.turns], "<f8")
        return hashlib.sha256(numbers.tobytes()).hexdigest()[:16]

    def save(self) -> bytes:
        return np.array([self.x, self.speed, self.turns, *self.path], "<f8").tobytes()

    def load(self, state: bytes) -> None:
        self.x, self.speed, turns, *self.path = np.frombuffer(state, "<f8").tolist()
        self.turns = int(turns)
