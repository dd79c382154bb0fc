"""Load a run: its settings and one result per task."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, RunError, UnknownName
from topple.metrics.metric import Counts, Metric, metric
from topple.metrics.tally import OUTCOMES, Tally
from topple.protocols import protocol
from topple.protocols.choose import with_choices
from topple.runs.folder import ATTEMPTS, FINISHED, SETTINGS, read_settings
from topple.runs.frame import read_frame
from topple.runs.levels import know_levels
from topple.runs.reduce import Tallies, cut_attempts, read_attempts, reduce_attempts
from topple.runs.settings import Finished, RunSettings, load_finished, parse_settings
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import read_id

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, slots=True)
class Results:
    """One row per fold and task, in this order; a task that was given up at once has no attempts.

    `solved_at` is the number of the counted attempt that solved the task, 0 if none did;
    `outcomes` has a column for each of `OUTCOMES`. `solved_place` and `missed_place` are the
    positions in the file of the first solved and the first missed attempt.
    """

    fold: NDArray[np.int64]
    task: NDArray[np.str_]
    template: NDArray[np.str_]
    solved_at: NDArray[np.int64]
    counted: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    steps: NDArray[np.int64]
    points: NDArray[np.float64]
    wall_ms: NDArray[np.float64]
    tokens: NDArray[np.int64]
    cost_usd: NDArray[np.float64]
    solved_place: NDArray[np.int64]
    missed_place: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.fold)


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Run:
    """One agent under one protocol; unfinished as long as `finished` is None."""

    folder: Path
    settings: RunSettings
    finished: Finished | None
    results: Results

    @property
    def planned(self) -> int:
        """Number of tasks that the run is to play, over all folds."""
        return sum(self.settings.tasks.values())

    @property
    def open(self) -> int:
        """Number of tasks of an unfinished run that have attempts and are not over."""
        if self.finished:
            return 0
        found = self.results
        over = (found.solved_at > 0) & (not self.settings.plays_on) | (
            found.counted >= self.settings.attempts
        )
        over |= found.outcomes[:, OUTCOMES.index(Outcome.FAILED)] > 0
        over |= found.outcomes.sum(axis=1) >= self.settings.most_tries
        return int((~over).sum())

    @property
    def metric(self) -> Metric:
        """The metric of the protocol; AUCCESS if the protocol is not installed."""
        try:
            return metric(protocol(self.settings.protocol).metric)
        except UnknownName:
            return metric("auccess")

    @property
    def counts(self) -> Counts:
        """The columns of the results that metrics use."""
        found = self.results
        return Counts(
            fold=found.fold,
            template=found.template,
            solved_at=found.solved_at,
            passed=found.outcomes[:, OUTCOMES.index(Outcome.SOLVED)],
            counted=found.counted,
            attempts=self.settings.attempts,
            cut=self.cut,
            steps=found.steps,
            points=found.points,
            made=self._made() if self.metric.reads_attempts else (),
            planned=self.planned,
        )

    def _made(self) -> tuple[tuple[Attempt, ...], ...]:
        """Return the attempts that count, per row of the results."""
        by_task: dict[tuple[int, str], list[Attempt]] = {}
        path = self.folder / ATTEMPTS
        for attempt in read_attempts(path) if path.exists() else ():
            if attempt.outcome not in self.settings.uncounted:
                by_task.setdefault((attempt.fold, attempt.task), []).append(attempt)
        rows = zip(self.results.fold.tolist(), self.results.task.tolist(), strict=True)
        made = (by_task.get(row, []) for row in rows)
        return tuple(tuple(sorted(each, key=lambda a: a.number)) for each in made)

    @property
    def cut(self) -> NDArray[np.bool_]:
        """Which tasks had too few attempts because a provider failed or the run is unfinished.

        Faults of an agent do not count here: it would gain by failing on hard tasks.
        """
        found = self.results
        short = (found.solved_at == 0) & (found.counted < self.settings.attempts)
        return np.asarray(short & self.settings.asked)

    @property
    def failed(self) -> int:
        """Number of tasks that a provider's fault cut short."""
        faults = self.results.outcomes[:, OUTCOMES.index(Outcome.FAILED)] > 0
        return int((self.cut & faults).sum())

    def think_s(self) -> NDArray[np.float64]:
        """Compute the thinking time per row of the results, NaN where one was not measured.

        Only the attempts that the protocol allows are added up.
        """
        times: dict[tuple[int, str], dict[int, float]] = {}
        for attempt in read_attempts(self.folder / ATTEMPTS):
            own = times.setdefault((attempt.fold, attempt.task), {})
            own[attempt.number] = math.nan if attempt.think_ms is None else attempt.think_ms
        rows = zip(self.results.fold.tolist(), self.results.task.tolist(), strict=True)
        counted = ([own[k] for k in sorted(own)] for own in (times.get(row, {}) for row in rows))
        most = self.settings.attempts
        return np.array([sum(own[:most]) / 1000 if own else math.nan for own in counted])

    def attempt(self, place: int) -> Attempt:
        """Read the attempt at a position in the file."""
        with (self.folder / ATTEMPTS).open("rb") as file:
            file.seek(place)
            return Attempt.from_line(file.readline())

    def to_frame(self) -> pd.DataFrame:
        """Return the attempts as a pandas table, one row each; needs the extra `pandas`."""
        return read_frame(self.folder / ATTEMPTS)

    def __repr__(self) -> str:
        tasks = f"{len(self.results)} of {self.planned} tasks"
        state = "finished" if self.finished else "unfinished"
        who = f"{self.settings.agent} under {self.settings.protocol}"
        return f"<Run of {who}: {tasks}, {state}, in {self.folder}>"

    def _repr_html_(self) -> str:
        """Return a table of the score and the outcomes, for notebooks."""
        from html import escape

        facts = {"run": str(self.folder), "agent": self.settings.agent}
        facts |= {"protocol": self.settings.protocol, "tasks": str(len(self.results))}
        facts |= {str(o): str(n) for o, n in zip(OUTCOMES, self._outcomes(), strict=True)}
        if len(self.results):
            facts["score"] = repr(self.metric.score(self.counts))
        rows = (f"<tr><th>{k}</th><td>{escape(v)}</td></tr>" for k, v in facts.items())
        return f"<table>{''.join(rows)}</table>"

    def _outcomes(self) -> list[int]:
        sums: list[int] = self.results.outcomes.sum(axis=0).tolist()
        return sums


def load(folder: Path | str, attempts: int | None = None, *, failures_count: bool = False) -> Run:
    """Load a run folder, finished or not; with `attempts`, as if only so many were allowed.

    With `failures_count`, what a provider failed to answer counts as a missed attempt, and a task
    that it cut short as not solved: the lower bound of a score.
    """
    folder = Path(folder)
    data = read_settings(folder)
    settings = parse_settings(data, folder / SETTINGS)
    know_levels(folder)
    finished = load_finished(folder / FINISHED)
    tallies = reduce_attempts(folder / ATTEMPTS, settings.folds, settings.most_tries)
    if finished:
        held = sum(sum(tally.counts()) for tally in tallies.values())
        if held != finished.attempts:
            raise RunError(
                f"{folder} says it has {finished.attempts} attempts, but holds {held}",
                "the folder was changed or copied in part; play the run again with `topple eval`",
            )
        for fold in settings.folds:
            _add_given_up(tallies, fold, settings)
    if attempts is not None:
        settings = _allow(settings, attempts, folder)
        tallies = cut_attempts(folder / ATTEMPTS, tallies, attempts, settings.uncounted)
    if failures_count:
        counted = settings.uncounted - {Outcome.FAILED}
        settings = replace(settings, uncounted=counted, asked=False)
    return Run(folder, settings, finished, _results(tallies, settings))


def _allow(settings: RunSettings, attempts: int, folder: Path) -> RunSettings:
    """Return the settings with fewer attempts."""
    if not 1 <= attempts <= settings.attempts:
        raise BadInput(
            f"{folder} allows {settings.attempts} attempts per task, not {attempts}",
            f"give --attempts 1 to {settings.attempts}",
        )
    return replace(settings, attempts=attempts)


def _add_given_up(tallies: Tallies, fold: int, settings: RunSettings) -> None:
    """Add the tasks of a finished fold on which the agent made no attempt at all."""
    played = {task for number, task in tallies if number == fold}
    wanted = settings.tasks.get(fold, 0)
    if len(played) == wanted:
        return
    found = with_choices(protocol(settings.protocol), settings.choices)
    tested = found.tasks(fold, settings.part, settings.limit)
    if len(tested) != wanted or not played <= set(tested):
        raise RunError(
            f"fold {fold} has {len(played)} of {wanted} tasks, and `{found.name}` cannot say "
            "which were given up",
            "use the version of Topple that made the run",
        )
    for task in tested:
        tallies.setdefault((fold, task), Tally())


def _results(tallies: Tallies, settings: RunSettings) -> Results:
    keys = sorted(tallies)
    rows = [tallies[key] for key in keys]
    counts = np.array([t.counts() for t in rows], np.int64).reshape(-1, len(OUTCOMES))
    template_of = _template_of(settings.protocol)
    counting = np.array([outcome not in settings.uncounted for outcome in OUTCOMES])
    return Results(
        fold=np.array([fold for fold, _ in keys], np.int64),
        task=np.array([task for _, task in keys], np.str_),
        template=np.array([template_of(task) for _, task in keys], np.str_),
        solved_at=np.array([t.solved_at(settings.uncounted) for t in rows], np.int64),
        counted=counts[:, counting].sum(axis=1),
        outcomes=counts,
        steps=np.array([t.steps for t in rows], np.int64),
        points=np.array([t.points for t in rows], np.float64),
        wall_ms=np.array([t.wall_ms for t in rows], np.float64),
        tokens=np.array([t.tokens for t in rows], np.int64),
        cost_usd=np.array([t.cost_usd for t in rows], np.float64),
        solved_place=np.array([t.solved_place for t in rows], np.int64),
        missed_place=np.array([t.missed_place for t in rows], np.int64),
    )


def _template_of(name: str) -> Callable[[str], str]:
    """Return what names the template of a task; files that are alike belong to one template."""
    try:
        found = protocol(name)
    except UnknownName:
        return lambda task: read_id(task).template
    if found.of_files:
        return lambda task: found.stratum(task).template
    return lambda task: read_id(task).template
