"""Metrics score runs; protocols name the one they use."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, ClassVar, TypeGuard

import numpy as np
from numpy.typing import NDArray

from topple.errors import UnknownName
from topple.metrics.bootstrap import Estimate, Sampled, caution, sample
from topple.metrics.folds import Spread
from topple.metrics.original import Original
from topple.metrics.paired import Difference
from topple.metrics.shares import Shares
from topple.metrics.templates import TemplateScore
from topple.tasks.attempt import Attempt
from topple.tasks.discover import find, named

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Counts:
    """Results of tasks, one row each: all that a metric reads.

    `solved_at` is the number of the counted attempt that solved the task, 0 if none did; `passed`
    of the `counted` attempts solved it; at most `attempts` count. `cut` marks tasks that had too
    few attempts through no fault of the player: they are neither solved nor missed. `steps` and
    `points` are sums over all attempts at a task. `made` are the attempts that count, for metrics
    that set `reads_attempts`; `planned` is the number of tasks that the run is to play.
    """

    fold: Whole
    template: NDArray[np.str_]
    solved_at: Whole
    passed: Whole
    counted: Whole
    attempts: int
    cut: NDArray[np.bool_] | None = None
    steps: Whole | None = None
    points: Floats | None = None
    made: tuple[tuple[Attempt, ...], ...] = ()
    planned: int = 0

    @property
    def had(self) -> Whole:
        """Number of attempts observed per task: all of them, unless the task was cut short."""
        every = np.full(len(self.fold), self.attempts)
        return every if self.cut is None else np.where(self.cut, self.counted, every)

    def __len__(self) -> int:
        return len(self.fold)

    def only(self, rows: Sequence[int]) -> Counts:
        """Return the given rows, in this order."""
        at = list(rows)
        columns = (self.fold, self.solved_at, self.passed, self.counted)
        fold, solved_at, passed, counted = (column[at] for column in columns)
        cut = None if self.cut is None else self.cut[at]
        steps = None if self.steps is None else self.steps[at]
        points = None if self.points is None else self.points[at]
        made = tuple(self.made[row] for row in at) if self.made else ()
        return Counts(
            fold,
            self.template[at],
            solved_at,
            passed,
            counted,
            self.attempts,
            cut,
            steps,
            points,
            made,
            self.planned,
        )


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a run and its name.

    A share of 1 is shown in points of 100, any other number with three decimals. `floors` are the
    numbers of baselines that ignore the picture, by name; `blind` are those of rules that see no
    picture and are the best in hindsight.
    """

    title: str
    estimate: Estimate
    floors: Mapping[str, float] = field(default_factory=dict)
    share: bool = True
    blind: Mapping[str, float] = field(default_factory=dict)

    @property
    def value(self) -> str:
        return self.written(self.estimate.value)

    @property
    def interval(self) -> str:
        if self.estimate.interval is None:
            return "-"
        low, high = map(self.written, self.estimate.interval)
        return f"{low} to {high}"

    def written(self, value: float | None) -> str:
        """Write a value in the format of this number."""
        if value is None or math.isnan(value):
            return "-"
        # Adding 0 turns a rounded -0 into 0.
        return (
            f"{round(100 * value, 1) + 0.0:.1f}" if self.share else f"{round(value, 3) + 0.0:.3f}"
        )

    def facts(self) -> dict[str, Any]:
        """Return the number as plain data."""
        found = asdict(self.estimate)
        if math.isnan(self.estimate.value):
            found = {"value": None, "interval": None}
        blind = {"blind": dict(self.blind)} if self.blind else {}
        return {**found, "floors": dict(self.floors), **blind}


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Summary(ABC):
    """The results of a run; the best template comes first."""

    tasks: int
    templates: int
    by_template: tuple[TemplateScore, ...]
    folds: Spread | None

    @property
    @abstractmethod
    def figures(self) -> tuple[Figure, ...]:
        """The numbers of a row; runs are ranked by the first."""

    @property
    def headline(self) -> Estimate:
        return self.figures[0].estimate

    @property
    def kind(self) -> str:
        """What was asked, where tasks are questions."""
        return ""

    @property
    def result(self) -> object:
        """All numbers of the answers, for charts of their own."""
        return None

    @property
    def shares(self) -> Mapping[str, Shares]:
        """What was answered, as shares that add up, under the names of their tables."""
        return {}

    @property
    def by_rung(self) -> tuple[Figure, ...]:
        """The share of right answers by rung of a ladder of questions, lowest first."""
        return ()

    @property
    def by_grade(self) -> Mapping[str, Estimate]:
        """The share of right answers by grade of what is asked about, where there are grades."""
        return {}

    @property
    def against(self) -> Mapping[str, Difference]:
        """Comparisons with baselines that ignore the picture, by name."""
        return {}

    @property
    def warnings(self) -> list[str]:
        """Sentences that a reader must know before trusting the numbers."""
        return caution(self.headline.interval, self.templates)

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """Return the numbers as plain data for `--json`."""

    def __repr__(self) -> str:
        figures = ", ".join(f"{each.title} {_write(each.estimate)}" for each in self.figures)
        return f"<{figures}; {self.tasks} tasks of {self.templates} templates>"


@dataclass(frozen=True, slots=True)
class Rates:
    """Published rates of success by player, and what they are rates of."""

    of: str
    shares: Mapping[str, float]


class Metric(ABC):
    """A way to score runs.

    `title` names the score and `earned` the credit of one task; `about` explains the score and
    `rules` how tasks are played, with {attempts} for their number. Without `same_attempts`, runs
    with different numbers of attempts may be compared. `by_folds` asks for a value per fold. `page`
    names the module in reports/pages that draws the results, `unit` what intervals resample.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    earned: ClassVar[str]
    about: ClassVar[str]
    rules: ClassVar[str]
    # A sentence on how published figures differ from ours; empty where they do not.
    published: ClassVar[str] = ""
    same_attempts: ClassVar[bool] = True
    by_folds: ClassVar[bool] = False
    # Whether 0 and 100 of the score are themselves what somebody got: a floor and a ceiling.
    scaled: ClassVar[bool] = False
    page: ClassVar[str] = "plain"
    unit: ClassVar[str] = "template"
    # Whether the score is the negated mean credit, so that lower is better.
    lower: ClassVar[bool] = False
    reads_attempts: ClassVar[bool] = False
    transcripts: ClassVar[int] = 100  # attempts that transcripts next to a report show

    @abstractmethod
    def credit(self, counts: Counts) -> Floats:
        """Compute the credit of each task, from 0 to 1."""

    def value(self, credit: Floats, template: NDArray[np.str_]) -> float:
        """Aggregate per-task credit into the score: its mean, unless a metric says otherwise."""
        return float(credit.mean())

    def sampled(self, apart: Floats, template: NDArray[np.str_]) -> Sampled:
        """Aggregate per-task differences of credit into a difference of scores, with resamples."""
        return sample(apart, template)

    @abstractmethod
    def score(self, counts: Counts) -> Summary:
        """Compute all results of a run."""

    def originals(self, protocol: str, variant: str = "") -> tuple[Original, ...]:
        """Return the published figures for a protocol and prompt variant, the best first."""
        return ()

    def rates(self, template: str) -> Rates | None:
        """Return published rates of success at tasks like those of a template, if there are any."""
        return None

    def namesake(self, agent: str, settings: Mapping[str, Any]) -> str | None:
        """Return the published agent that an agent here is modelled on, if there is one."""
        return None


def _write(found: Estimate) -> str:
    """Write a share in points, with its 95 % interval."""
    if found.interval is None:
        return f"{100 * found.value:.1f}"
    low, high = found.interval
    return f"{100 * found.value:.1f} ({100 * low:.1f} to {100 * high:.1f})"


@cache
def all_metrics() -> dict[str, Metric]:
    """Return every metric by name: those of this folder, and those of other packages."""
    return named("metric", _is_metric)


def metric(name: str) -> Metric:
    """Find a metric by name."""
    found = find("metric", _is_metric, name)
    if found is None:
        raise UnknownName("metric", name, known=all_metrics())
    return found


def _is_metric(value: object) -> TypeGuard[Metric]:
    return isinstance(value, Metric)
