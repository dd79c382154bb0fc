"""Rollouts: actions tried on training tasks, simulated once and stored in one file per task."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from topple.agents.practice import Practice, outcomes_file, write_whole
from topple.errors import BadInput
from topple.tasks.draw import generator
from topple.tasks.task import Task

_ENOUGH = 8  # solutions after which no more random actions are needed
_BLOCK = 1000  # random actions simulated at a time
_KEPT = 1000  # actions stored per task, at most half of them solutions

T = TypeVar("T", bound=Task)
R = TypeVar("R")
Actions = NDArray[np.float64]  # actions x numbers


class Rollouts(NamedTuple):
    """Actions tried on one task."""

    actions: Actions
    solved: NDArray[np.bool_]
    simulated: int  # actions, those that are not stored included


class Trials(Protocol):
    """How actions are drawn and played on one task."""

    def draw(self, count: int, rng: np.random.Generator) -> Actions:
        """Draw random actions."""

    def near(self, known: Actions, count: int, rng: np.random.Generator) -> Actions:
        """Draw actions around some of the known ones."""

    def solves(self, actions: Actions) -> NDArray[np.bool_]:
        """Simulate actions; return which solve the task."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How many random actions are tried at most, and how many near solutions."""

    tries: int
    near: int


def roll_out(task: Task, trials: Trials, budget: Budget) -> Rollouts:
    """Try random actions until enough solve the task, then actions near these."""
    rng = generator("rollouts", task)
    parts: list[tuple[Actions, NDArray[np.bool_]]] = []
    for start in range(0, budget.tries, _BLOCK):
        actions = trials.draw(min(_BLOCK, budget.tries - start), rng)
        parts.append((actions, trials.solves(actions)))
        if sum(int(solved.sum()) for _, solved in parts) >= _ENOUGH:
            break
    known = np.concatenate([actions[solved] for actions, solved in parts])
    if len(known) and budget.near:
        actions = trials.near(known, budget.near, rng)
        parts.insert(0, (actions, trials.solves(actions)))
    actions, solved = (np.concatenate(each) for each in zip(*parts, strict=True))
    hits = np.flatnonzero(solved)[: _KEPT // 2]
    kept = np.concatenate([hits, np.flatnonzero(~solved)[: _KEPT - len(hits)]])
    return Rollouts(actions[kept], solved[kept], len(solved))


def gather(
    practice: Practice, tasks: Sequence[T], trials: Callable[[T], Trials], budget: Budget
) -> list[Rollouts]:
    """Return the rollouts of training tasks, simulated on all threads or loaded."""

    def found(task: T) -> Rollouts:
        path = file_of(practice, task, f"{budget.tries}-{budget.near}-{_KEPT}")
        if path is not None and path.exists():
            actions, solved, simulated = load_arrays(path, Rollouts._fields)
            return Rollouts(actions, solved, int(simulated))
        rollouts = roll_out(task, trials(task), budget)
        if path is not None:
            save_arrays(path, **rollouts._asdict())
        return rollouts

    rolled = list(over_tasks(practice, tasks, found))
    practice.simulations += sum(each.simulated for each in rolled)
    return rolled


def over_tasks(practice: Practice, tasks: Sequence[T], function: Callable[[T], R]) -> Iterator[R]:
    """Apply a function to tasks on all threads; yield its results in order, and report them."""
    practice.report(0, len(tasks))
    pool = ThreadPoolExecutor(practice.threads or os.cpu_count())
    try:
        for number, result in enumerate(pool.map(function, tasks), 1):
            yield result
            practice.report(number, len(tasks))
    finally:
        pool.shutdown(cancel_futures=True)


def file_of(practice: Practice, task: Task, budget: str) -> Path | None:
    """Return the file of a task's rollouts, if any are stored."""
    if practice.folder is None:
        return None
    return (practice.folder / outcomes_file(practice.world, task)).with_suffix(f".{budget}.npz")


def load_arrays(path: Path, names: Sequence[str]) -> list[NDArray[Any]]:
    """Read arrays by name; raise `BadInput` if the file is damaged."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return [file[name] for name in names]
    except (ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise BadInput(f"{path} holds no rollouts: {error}", "delete it") from error


def save_arrays(path: Path, **arrays: Any) -> None:
    """Write arrays by name, as a whole or not at all."""
    with write_whole(path) as file:
        np.savez_compressed(file, **arrays)
