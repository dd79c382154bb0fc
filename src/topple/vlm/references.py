"""Floors and ceilings of protocols for models, for one action form.

The floor is the expected score of topple/random-valid, the ceiling that of topple/oracle. Neither
asks questions. All actions of a finite form are tried, so that both are exact. Of an infinite form,
random valid attempts are tried, and the oracle plays stored solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from topple.metrics.auccess import expected_credit
from topple.metrics.score import MARKS
from topple.prompting.form import Form
from topple.prompting.hint import Hint
from topple.protocols.references import CEILING, FLOOR, Reference
from topple.runs.references import check_metric
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task, TaskId
from topple.vlm.baselines import answer, solution
from topple.worlds import World, parts, world

DRAWS = 100  # random attempts per task with an infinite form
_STATUS = {Outcome.SOLVED: 1, Outcome.INVALID: 0}  # others count as missed, -1

Floats = NDArray[np.float64]
Status = NDArray[np.int8]  # tasks x attempts: 1 solved, -1 missed, 0 invalid


@dataclass(frozen=True, eq=False, slots=True)
class Tried:
    """What attempts do on each task: all attempts of a form if `exact`, else random valid ones."""

    names: tuple[str, ...]
    status: Status
    exact: bool

    def of(self, names: Sequence[str]) -> Status:
        """Return the rows of some tasks."""
        row = {name: i for i, name in enumerate(self.names)}
        return self.status[[row[name] for name in names]]


@dataclass(frozen=True, slots=True)
class Trials:
    """Tries the attempts of an action form under a protocol; results are kept in `folder`."""

    rules: Protocol
    form_name: str
    folder: Path
    draws: int = DRAWS
    limit: int | None = None
    threads: int | None = None

    @property
    def world(self) -> World:
        return world(self.rules.world)

    @property
    def form(self) -> Form:
        return parts.models(self.world).form(self.form_name)

    def form_of(self, task: Task) -> Form:
        """Return the form as a task needs it."""
        return self.form.fitted(task)

    @property
    def exact(self) -> bool:
        return bool(self.form.everything()) and not self.form.in_turns

    def tasks(self, fold: int) -> tuple[str, ...]:
        return self.rules.tasks(fold, limit=self.limit)

    def run(self, report: Callable[[int, int], None]) -> Tried:
        """Try attempts on every task, or load what was tried before."""
        names = sorted({name for fold in self.rules.folds for name in self.tasks(fold)})
        self.folder.mkdir(parents=True, exist_ok=True)
        rows: list[Status] = []
        # Sorted names keep the tasks of a template together.
        for template, group in groupby(names, lambda name: TaskId.parse(name).template):
            rows += list(self.template(tuple(group), self.folder / f"{template}.npz"))
            report(len(rows), len(names))
        return Tried(tuple(names), np.array(rows), self.exact)

    def template(self, names: Sequence[str], path: Path) -> Status:
        """Try attempts on the tasks of a template, or load them from its file."""
        if path.exists():
            with np.load(path) as kept:
                status = np.asarray(kept["status"])
                enough = self.exact or status.shape[1] == self.draws
                if enough and kept["names"].tolist() == list(names):
                    return status
        tasks = [self.world.task(name) for name in names]
        status = self._all(tasks) if self.exact else np.array([self._random(t) for t in tasks])
        # Renamed when complete, so that a kill leaves no broken file.
        part = path.with_suffix(".part.npz")
        np.savez_compressed(part, names=np.array(names), status=status)
        part.replace(path)
        return status

    def _all(self, tasks: Sequence[Task]) -> Status:
        actions = np.array([self.form.action(values) for values in self.form.everything()])
        return self.world.outcomes(tasks, actions, self.threads)

    def _random(self, task: Task) -> Status:
        """Play what topple/random-valid plays in runs with seeds 0, 1, 2 and so on."""
        form, attempts = self.form_of(task), []
        for number in range(self.draws):
            seed, attempt = divmod(number, self.rules.attempts)
            moves = []
            for turn in range(1, form.turns(task) + 1):
                hint = Hint(self.rules.name, str(task), 0, attempt + 1, turn, form.name)
                values = form.read(answer("random-valid", hint, seed)).values
                assert values is not None
                moves.append(values)
            attempts.append(form.attempt(task, moves))
        played = self.world.play([task] * len(attempts), attempts, self.threads)
        return np.array([_STATUS.get(each.outcome, -1) for each in played], np.int8)


def model_references(trials: Trials, report: Callable[[int, int], None]) -> dict[str, Reference]:
    """Compute the floor and the ceiling of a form."""
    check_metric(trials.rules)
    tried, attempts = trials.run(report), trials.rules.attempts
    floor, ceiling = [], []
    for fold in trials.rules.folds:
        names = trials.tasks(fold)
        status = tried.of(names)
        floor.append(random_floor(status, attempts, exact=tried.exact))
        if tried.exact:
            solvable = (status == 1).any(axis=1)
        else:
            forms = {name: trials.form_of(trials.world.task(name)).name for name in names}
            found = (solution(trials.rules.name, name, form) for name, form in forms.items())
            solvable = np.array([bool(moves) for moves in found])
        ceiling.append(solvable[:, None] * np.ones(attempts))
    return {FLOOR: expected(floor), CEILING: expected(ceiling)}


def random_floor(status: Status, attempts: int, *, exact: bool) -> Floats:
    """Return the probability that random valid attempts solve a task by attempt 1, 2, ....

    Where the attempts are a sample, the estimate draws from it without replacement: it has no bias,
    and 1 - (1 - p) ** k has.
    """
    if exact:
        solving, valid = (status == 1).sum(axis=1), (status != 0).sum(axis=1)
        p: Floats = (solving / np.maximum(valid, 1))[:, None]
        return np.asarray(1 - (1 - p) ** np.arange(1, attempts + 1))
    before, count = np.arange(attempts), status.shape[1]
    missed = (status != 1).sum(axis=1)[:, None]
    return np.asarray(1 - np.cumprod(np.maximum(missed - before, 0) / (count - before), axis=1))


def expected(solved_by: Sequence[Floats]) -> Reference:
    """Average probabilities of success by attempt, tasks x attempts per fold."""
    marks = [mark for mark in MARKS if mark <= solved_by[0].shape[1]]
    return Reference(
        tuple(float(expected_credit(each).mean()) for each in solved_by),
        {mark: tuple(float(each[:, mark - 1].mean()) for each in solved_by) for mark in marks},
    )
