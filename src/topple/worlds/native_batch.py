"""Batches of episodes that the core plays, with the numbers that the rules of a world give.

A world adds tasks to the core's table when they are first drawn; a restart then needs no Python.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from topple.sim.checks import checked_threads, clear_errors
from topple.tasks.environment import Batch, Box, Info, Options, read_task
from topple.tasks.task import Task
from topple.worlds.episodes import GameEpisode, GameRules

_AHEAD = 4  # tasks drawn at a time per environment; as many draws of one give the same
_NEXT = -1  # the next task of every environment

Columns = dict[str, Any]


class Core(Protocol):
    """A batch of the core; see native/core/batch.hpp."""

    def schedule(self, row: int, tasks: NDArray[np.int32]) -> None: ...
    def forget_schedule(self, row: int) -> None: ...
    def idle(self) -> list[int]: ...
    def reset(self, task: int) -> None: ...
    def start(self, actions: NDArray[np.float64]) -> None: ...
    def wait(self) -> None: ...
    def task(self, row: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Fact:
    """How a fact is made of numbers: one or `count` of a type, or one of some texts by number."""

    kind: type = float
    count: int = 0
    texts: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return max(self.count, 1)

    def of(self, numbers: NDArray[np.float64]) -> NDArray[Any]:
        """Return the fact about every environment from its columns."""
        found: NDArray[Any] = numbers.astype(self.kind)
        if self.texts:
            found = np.asarray(self.texts, object)[numbers.astype(int)]
        return found if self.count else found[:, 0]


class NativeBatch(Batch):
    """Episodes in the core: `part` is what is observed, `facts` what an info has but the task."""

    part: ClassVar[str]
    facts: ClassVar[Mapping[str, Fact]]

    def __init__(
        self, rules: GameRules[Any], count: int, threads: int | None, same_step: bool
    ) -> None:
        super().__init__(count, same_step)
        self.rules = rules
        assert isinstance(rules.observations, Box), "a native batch observes rows of numbers"
        seen, last = np.zeros((2, count, *rules.observations.shape), np.float32)
        self.observations, self.finals = {self.part: seen}, {self.part: last} if same_step else {}
        self._tasks = np.zeros(count, np.int32)
        self._facts = np.zeros((count, sum(fact.width for fact in self.facts.values())))
        columns = {
            "observations": seen,
            "finals": last if same_step else None,
            "rewards": self.rewards,
            "terminated": self.terminated,
            "truncated": self.truncated,
            "tasks": self._tasks,
            "lengths": self.lengths,
            "returns": self.returns,
            "facts": self._facts,
        }
        self._columns = columns  # the core writes into them
        self._core = self.make(columns, checked_threads(threads))
        self._table: dict[str, int] = {}  # numbers of tasks by id
        self._ids = np.array([], object)  # ids of tasks by number
        self._rngs = [np.random.default_rng() for _ in range(count)]

    @abstractmethod
    def make(self, columns: Columns, threads: int) -> Core:
        """Make the batch of the core."""

    @abstractmethod
    def add(self, task: Task) -> int:
        """Add a task to the core's table; return its number."""

    @abstractmethod
    def episode(self, row: int, task: Task) -> GameEpisode[Any]:
        """Return an episode that goes on, as a copy."""

    def numbers(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Return the rows of actions as the core takes them."""
        return np.ascontiguousarray(rows, np.float64)

    def seed(self, row: int, rng: np.random.Generator) -> None:
        self._rngs[row] = rng
        self._core.forget_schedule(row)

    def reset(self, options: Options = None) -> None:
        asked = read_task(options)
        task = _NEXT if asked is None else self._number(asked)
        self._fill()  # also with a task that was asked for, as episodes end within a step
        with clear_errors():
            self._core.reset(task)
        self._fill()

    def start(self, actions: object) -> None:
        self._rows = self.numbers(self.rules.read(actions, self.count))
        with clear_errors():
            self._core.start(self._rows)

    def wait(self) -> None:
        with clear_errors():
            self._core.wait()
        self._fill()

    def _fill(self) -> None:
        """Draw further tasks where none is left."""
        names = self.rules.tasks
        for row in self._core.idle():
            drawn = self._rngs[row].integers(len(names), size=_AHEAD)
            numbers = [self._number(names[place]) for place in drawn]
            self._core.schedule(row, np.array(numbers, np.int32))
        if len(self._ids) < len(self._table):
            self._ids = np.array(list(self._table), object)

    def _number(self, name: object) -> int:
        """Return the number of a task in the table."""
        task = self.rules.task(name)
        if str(task) not in self._table:
            with clear_errors():
                self._table[str(task)] = self.add(task)
        return self._table[str(task)]

    def info(self, row: int) -> Info:
        found = self._facts_of(slice(row, row + 1))
        plain = {name: column[0] for name, column in found.items()}
        return {n: v.item() if isinstance(v, np.generic) else v for n, v in plain.items()}

    def infos(self) -> Info:
        found = self._facts_of(slice(None))
        everyone = np.ones(self.count, np.bool_)
        return {**found, **{f"_{name}": everyone for name in found}}

    def _facts_of(self, rows: slice) -> Info:
        found: Info = {"task": self._ids[self._tasks[rows]]}
        column = 0
        for name, fact in self.facts.items():
            found[name] = fact.of(self._facts[rows, column : column + fact.width])
            column += fact.width
        return found

    def episodes(self) -> Sequence[GameEpisode[Any]]:
        ids = [self._ids[self._core.task(row)] for row in range(self.count)]
        return [self.episode(row, self.rules.task(name)) for row, name in enumerate(ids)]
