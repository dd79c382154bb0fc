"""Metrics: ways to score runs, under the names by which protocols ask for them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, TypeGuard

import numpy as np
from numpy.typing import NDArray

from topple.errors import UnknownName
from topple.metrics.bootstrap import Estimate, Sampled
from topple.metrics.folds import Spread
from topple.tasks.discover import named

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Counts:
    """What came of tasks, one row each: all that a metric looks at.

    `solved_at` is the number of the counted attempt that solved the task, 0 if none did; `passed`
    of the `counted` attempts solved it; at most `attempts` count. `cut` marks tasks that had fewer
    attempts than they should, by nobody's choice: they are neither solved nor missed.
    """

    fold: Whole
    template: NDArray[np.str_]
    solved_at: Whole
    passed: Whole
    counted: Whole
    attempts: int
    cut: NDArray[np.bool_] | None = None

    @property
    def had(self) -> Whole:
        """How many attempts were watched: all of them, unless a task was cut short."""
        every = np.full(len(self.fold), self.attempts)
        return every if self.cut is None else np.where(self.cut, self.counted, every)

    def __len__(self) -> int:
        return len(self.fold)

    def only(self, rows: Sequence[int]) -> Counts:
        """Give some of the rows, in their order."""
        at = list(rows)
        columns = (self.fold, self.solved_at, self.passed, self.counted)
        fold, solved_at, passed, counted = (column[at] for column in columns)
        cut = None if self.cut is None else self.cut[at]
        return Counts(fold, self.template[at], solved_at, passed, counted, self.attempts, cut)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a run and its name; shares of 1, shown as points of 100."""

    title: str
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Original:
    """What was published of an agent in the original engine, and where; `sd` is over folds.

    Shares are in points, attempts as they are.
    """

    agent: str
    figures: Mapping[str, tuple[float, float | None]]
    source: str = ""


@dataclass(frozen=True, slots=True)
class TemplateScore:
    """One template's row: what its tasks earn on average, and how many are solved."""

    template: str
    tasks: int
    solved: int
    share: float
    success: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class Summary(ABC):
    """What a run comes to; the best template comes first."""

    tasks: int
    templates: int
    by_template: tuple[TemplateScore, ...]
    folds: Spread | None

    @property
    @abstractmethod
    def figures(self) -> tuple[Figure, ...]:
        """The numbers of a row; the first one ranks."""

    @property
    def headline(self) -> Estimate:
        return self.figures[0].estimate

    @property
    def warnings(self) -> list[str]:
        """What a reader must know before trusting the numbers."""
        if self.headline.interval is None:
            return ["no interval: there is one template, or all came out alike"]
        return []

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """Give the numbers as plain data, under names of their own."""


class Metric(ABC):
    """A way to score runs.

    `title` names the score and `earned` what one task adds to it; `about` says what the score means
    and `rules` how tasks are played, with {attempts} of them. Unless `same_attempts`, runs may be
    compared whatever the number of attempts. `by_folds` asks for a value per fold. `page` names the
    module of reports that draws it, `page_...`.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    earned: ClassVar[str]
    about: ClassVar[str]
    rules: ClassVar[str]
    same_attempts: ClassVar[bool] = True
    by_folds: ClassVar[bool] = False
    page: ClassVar[str] = "plain"

    @abstractmethod
    def credit(self, counts: Counts) -> Floats:
        """Give what each task earns, from 0 to 1."""

    @abstractmethod
    def value(self, credit: Floats, template: NDArray[np.str_]) -> float:
        """Give the score that what tasks earn comes to."""

    @abstractmethod
    def sampled(self, apart: Floats, template: NDArray[np.str_]) -> Sampled:
        """Give the difference of scores that differences of what tasks earn come to."""

    @abstractmethod
    def score(self, counts: Counts) -> Summary:
        """Say all there is to say of a run."""

    def originals(self, protocol: str, variant: str = "") -> tuple[Original, ...]:
        """Give what was published for a protocol, put to models in this way, the best first."""
        return ()

    def namesake(self, agent: str, settings: Mapping[str, Any]) -> str | None:
        """Name the published agent that one of ours is made after, if there is one."""
        return None


@cache
def all_metrics() -> dict[str, Metric]:
    """Give every metric by name: those of this folder, and those of other packages."""
    return named("metric", _is_metric)


def metric(name: str) -> Metric:
    """Find a metric by name."""
    known = all_metrics()
    if name not in known:
        raise UnknownName("metric", name, known=known)
    return known[name]


def _is_metric(value: object) -> TypeGuard[Metric]:
    return isinstance(value, Metric)
