"""Marbles: roll a marble so that it stops on a mark."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput
from topple.tasks.actions import ActionSpace
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.draw import Draw
from topple.tasks.moves import Number
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task, TaskId
from topple.tasks.template import Template
from topple.worlds.world import World

FASTEST = 5.0  # metres per second
STEP = 1 / 60  # seconds
MARK = 0.15  # metres from the middle of the mark at which the marble may stop


class Speeds(ActionSpace):
    """The actions: one speed."""

    name = "speed"
    dimensions = 1
    verb = "roll"

    def numbers(self) -> tuple[Number, ...]:
        return (Number("speed", 0.0, FASTEST),)

    def sample(self, rng: np.random.Generator) -> Action:
        return (float(rng.uniform(0, FASTEST)),)

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        return (float(np.clip(rng.normal(action[0], spread), 0, FASTEST)),)

    def candidates(self, count: int) -> NDArray[np.float64]:
        # The golden ratio spreads any number of speeds evenly.
        shares = np.arange(1, count + 1, dtype=np.float64) * 0.6180339887498949 % 1
        return np.asarray(shares[:, None] * FASTEST)

    def one(self, action: object) -> Action:
        numbers = np.asarray(action, np.float64).ravel()
        if len(numbers) != 1:
            raise BadAction(f"a speed is one number, not {len(numbers)}")
        return (float(numbers[0]),)


@dataclass(frozen=True, eq=False)
class MarblesTask(Task):
    """A floor with some friction, and a mark on it."""

    mark: float  # metres from the start
    friction: float  # metres per second squared

    @property
    def actions(self) -> Speeds:
        return Speeds()

    def content_hash(self) -> str:
        return hashlib.sha256(f"{self.mark} {self.friction}".encode()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class Floor(Template):
    """Tasks on one kind of floor."""

    name: str
    caption: str
    friction: tuple[float, float]
    version: int = 1

    @property
    def group(self) -> str:
        return "floors"

    def task(self, index: int) -> MarblesTask:
        draw = Draw(f"marbles/{self.name}@{self.version}", index)
        return MarblesTask(
            TaskId("marbles", self.name, self.version, index),
            self.caption,
            draw("mark", 1.0, 3.0),
            draw("friction", *self.friction),
        )


FLOORS = (
    Floor("on_ice", "Roll the marble over the ice so that it stops on the mark.", (0.4, 0.8)),
    Floor("on_wood", "Roll the marble over the wood so that it stops on the mark.", (1.0, 2.0)),
)


def roll(task: MarblesTask, speed: float) -> list[float]:
    """Return where the marble is after every step, until it stops."""
    places = [0.0]
    while speed > 0:
        places.append(places[-1] + speed * STEP)
        speed -= task.friction * STEP
    return places


class Marbles(World):
    """Roll a marble so that it stops on a mark."""

    name = "marbles"
    version = 1
    caption = "Roll a marble so that it stops on a mark."
    action = "the speed of the marble, from 0 to 5 m/s"
    columns = {"solved": int, "tried": int}

    def templates(self) -> Mapping[str, Template]:
        return {floor.name: floor for floor in FLOORS}

    def play_tasks(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None,
    ) -> list[Played]:
        return [self._play(own(task), action) for task, action in zip(tasks, actions, strict=True)]

    def _play(self, task: MarblesTask, action: Action | Policy | None) -> Played:
        if callable(action):
            raise BadInput("marbles takes no policies")
        (speed,) = action or (0.0,)
        if not 0 <= speed <= FASTEST:
            return Played(Outcome.INVALID, note="out_of_range")
        places = roll(task, speed)
        solved = abs(places[-1] - task.mark) <= MARK
        digest = hashlib.sha256(np.array(places).tobytes()).hexdigest()[:16]
        return Played(Outcome.SOLVED if solved else Outcome.MISSED, len(places) - 1, digest)


WORLD = Marbles()


def own(task: Task) -> MarblesTask:
    """Return a task as one of marbles; raise `BadInput` if it is none."""
    if not isinstance(task, MarblesTask):
        raise BadInput(f"`{task}` is not a marbles task")
    return task
