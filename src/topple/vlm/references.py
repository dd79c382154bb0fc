"""Floors and ceilings of protocols for models, for one action form.

The floor is the expected score of topple/random-valid, the ceiling that of topple/oracle. Neither
asks questions. Where an attempt is one action and the score is AUCCESS, actions are tried one by
one: all of a finite form, so that both ends are exact, or random ones of an infinite form. Else
both baselines play whole runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.auccess import MARKS, METRIC
from topple.metrics.credit import expected_credit
from topple.metrics.metric import metric
from topple.prompting.form import Form
from topple.prompting.hint import Hint
from topple.prompting.setup import Setup
from topple.protocols.references import Reference
from topple.runs.load import load
from topple.runs.references import average, reference
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task, TaskId
from topple.vlm.baselines import BASELINES, answer, can_answer, solution
from topple.vlm.direct import play_directly
from topple.vlm.plan import ModelPlan
from topple.worlds import World, world
from topple.worlds.voices import voice_of

FLOOR, CEILING = "random-valid", "oracle"
BLIND = ("example", "best-constant", "text")
DRAWS = 100  # random attempts per task, unless all actions are tried
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

    protocol: Protocol
    form_name: str
    folder: Path
    draws: int = DRAWS
    limit: int | None = None
    threads: int | None = None

    @property
    def world(self) -> World:
        return world(self.protocol.world)

    @property
    def form(self) -> Form:
        return voice_of(self.protocol).form(self.form_name)

    def form_of(self, task: Task) -> Form:
        """Return the form as a task needs it."""
        return self.form.fit(task)

    @property
    def exact(self) -> bool:
        return bool(self.form.everything())

    @property
    def one_by_one(self) -> bool:
        """Whether the scores follow from the outcomes of single actions."""
        return metric(self.protocol.metric) is METRIC and not self.form.in_turns

    def tasks(self, fold: int) -> tuple[str, ...]:
        return self.protocol.tasks(fold, limit=self.limit)

    def run(self, report: Callable[[int, int], None]) -> Tried:
        """Try attempts on every task, or load what was tried before."""
        names = sorted({name for fold in self.protocol.folds for name in self.tasks(fold)})
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
        form, actions = self.form_of(task), []
        for number in range(self.draws):
            seed, attempt = divmod(number, self.protocol.attempts)
            hint = Hint(self.protocol.name, str(task), 0, attempt + 1, 1, form.name)
            values = form.read(answer(FLOOR, hint, seed)).values
            assert values is not None
            actions.append(form.action(values))
        played = self.world.play([task] * len(actions), actions, self.threads)
        return np.array([_STATUS.get(each.outcome, -1) for each in played], np.int8)


def model_references(
    trials: Trials, report: Callable[[int, int], None]
) -> tuple[Reference, Reference]:
    """Compute the floor and the ceiling of a form."""
    if trials.draws < trials.protocol.attempts:
        raise BadInput(
            f"{trials.draws} draws are fewer than the attempts of a run",
            f"give --draws {trials.protocol.attempts} or more",
        )
    return (_from_actions if trials.one_by_one else _from_runs)(trials, report)


def blind_references(trials: Trials) -> tuple[Reference, ...]:
    """Play the baselines beside the floor that look at nothing, on all folds.

    Questions know other ones than tasks.
    """
    names = [each for each in BLIND if can_answer(f"{BASELINES}{each}", trials.protocol.name)]
    return tuple(reference(load(_run(trials, name, 0))) for name in names)


def _from_runs(trials: Trials, report: Callable[[int, int], None]) -> tuple[Reference, Reference]:
    """Play runs of both baselines; the floor is the mean of several."""
    count = trials.draws // trials.protocol.attempts
    runs = [(FLOOR, seed) for seed in range(count)] + [(CEILING, 0)]
    found = []
    for number, (name, seed) in enumerate(runs, 1):
        found.append(reference(load(_run(trials, name, seed))))
        report(number, len(runs))
    return average(found[:-1]), found[-1]


def _run(trials: Trials, name: str, seed: int) -> Path:
    protocol, path = trials.protocol, trials.folder / f"{name}-{seed}"
    setup = Setup(trials.form_name, history="none", classic=bool(protocol.classic_of))
    plan = ModelPlan(protocol, setup, f"{BASELINES}{name}", protocol.folds, seed, trials.limit)
    play_directly(plan, path, unasked=True)
    return path


def _from_actions(
    trials: Trials, report: Callable[[int, int], None]
) -> tuple[Reference, Reference]:
    """Try actions one by one; the scores are expectations."""
    tried, attempts = trials.run(report), trials.protocol.attempts
    floor, ceiling = [], []
    for fold in trials.protocol.folds:
        names = trials.tasks(fold)
        status = tried.of(names)
        floor.append(random_floor(status, attempts, exact=tried.exact))
        if tried.exact:
            solvable = (status == 1).any(axis=1)
        else:
            forms = {name: trials.form_of(trials.world.task(name)).name for name in names}
            moves = (solution(trials.protocol.name, name, form) for name, form in forms.items())
            solvable = np.array([bool(each) for each in moves])
        ceiling.append(solvable[:, None] * np.ones(attempts))
    return expected(FLOOR, floor), expected(CEILING, ceiling)


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


def expected(name: str, solved_by: Sequence[Floats]) -> Reference:
    """Average probabilities of success by attempt, tasks x attempts per fold."""
    marks = [mark for mark in MARKS if mark <= solved_by[0].shape[1]]
    shares = {f"@{mark}": [each[:, mark - 1].mean() for each in solved_by] for mark in marks}
    figures = {METRIC.title: [expected_credit(each).mean() for each in solved_by], **shares}
    return Reference(
        f"{BASELINES}{name}",
        {title: tuple(map(float, values)) for title, values in figures.items()},
    )
