"""Practice: the outcome of every candidate action on every training task, simulated once.

Outcomes are stored in one file per task, named by the content of the task and the list of
candidates, so that a stopped job can continue and all agents and folds share them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.sim.counting import count as count_simulations
from topple.sim.counting import uncounted
from topple.tasks.task import Task
from topple.worlds.select import Names, select
from topple.worlds.world import World

# The folder that keeps outcomes, next to runs or models; hidden, so that `runs/*` names runs only.
PRACTICE = ".practice"
Report = Callable[[int, int], None]  # tasks done, tasks in all
_MOST_CANDIDATES = 100_000


class Practice:
    """The tasks an agent may learn from, and the outcomes of candidate actions on them.

    `simulations` counts the outcomes asked for, stored ones included: the true cost of learning.
    """

    def __init__(
        self,
        world: World,
        names: Names,
        *,
        also: Sequence[str] = (),
        folder: Path | None = None,
        threads: int | None = None,
        report: Report = lambda done, of: None,
    ) -> None:
        """Offer the named tasks to learn from; `also` names tasks that only an oracle may try.

        `topple.worlds.select` says what names mean. There may be no task to learn from.
        """
        self.world = world
        self.simulations = 0
        self._given = names
        self._also = tuple(also)
        self.folder = folder
        self.threads = threads
        self.report = report

    @cached_property
    def names(self) -> tuple[str | Task, ...]:
        """The tasks to learn from by name, selected when first used: most agents learn nothing."""
        return tuple(select(self.world, self._given)) if self._given else ()

    @cached_property
    def _allowed(self) -> set[str]:
        return {str(name) for name in (*self.names, *self._also)}

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks to learn from, built when first used."""
        return tuple(map(self._task, self.names))

    @property
    def example(self) -> Task | None:
        """The first of all tasks, to check settings against without building the others."""
        given = self._given
        first = given if isinstance(given, str | Task) else given[:1]
        names = select(self.world, first) if first else self._also
        return next(map(self._task, names), None)

    def _task(self, name: str | Task) -> Task:
        return self.world.task(name) if isinstance(name, str) else name

    def outcomes(self, tasks: Sequence[Task], count: int) -> NDArray[np.int8]:
        """Return a table, tasks x candidates: 1 solved, -1 missed, 0 invalid."""
        found = np.empty((len(tasks), count), np.int8)
        self.report(0, len(tasks))
        for number, task in enumerate(tasks):
            if str(task) not in self._allowed:
                raise BadInput(f"{task} is no training task", "only an oracle may simulate it")
            with uncounted():
                found[number] = self._outcomes(task, count)
            self.report(number + 1, len(tasks))
        self.simulations += found.size
        count_simulations(int(np.count_nonzero(found)))  # stored ones included
        return found

    def _outcomes(self, task: Task, count: int) -> NDArray[np.int8]:
        path = None if self.folder is None else self.folder / outcomes_file(self.world, task)
        known = np.empty(0, np.int8) if path is None else _load(path)
        if len(known) < count:
            actions = task.actions.candidates(count)[len(known) :]
            fresh = self.world.outcomes([task], actions, self.threads)[0]
            known = np.concatenate([known, fresh])
            if path is not None:
                _save(path, known)
        return known[:count]


def check_candidates(count: int) -> None:
    """Refuse fewer than one candidate, or more than PHYRE's agents had."""
    if not 1 <= count <= _MOST_CANDIDATES:
        raise BadInput(f"{count} actions: give 1 to {_MOST_CANDIDATES}")


def outcomes_file(world: World, task: Task) -> str:
    """Return the file of a task's outcomes: by template, then by content."""
    content = f"{world.name}@{world.version} {task.actions.name} {task} {task.content_hash()}"
    return f"{task.id.template}/{hashlib.sha256(content.encode()).hexdigest()[:24]}.npy"


def _load(path: Path) -> NDArray[np.int8]:
    try:
        found = np.load(path, allow_pickle=False)
    except FileNotFoundError:
        return np.empty(0, np.int8)
    except (ValueError, EOFError) as error:
        raise BadInput(f"{path} is not a table of outcomes: {error}", "delete it") from error
    if found.ndim != 1 or found.dtype != np.int8:
        raise BadInput(f"{path} is not a table of outcomes", "delete it")
    return np.asarray(found)


def _save(path: Path, known: NDArray[np.int8]) -> None:
    with write_whole(path) as file:
        np.save(file, known)


@contextmanager
def write_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces another once it is whole, so that a reader never sees half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as file:
        yield file
    part.replace(path)
