"""Compare two agents on the same tasks: difference, interval and verdict."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from topple.errors import BadInput
from topple.metrics.bootstrap import (
    ALIKE,
    FEW_TEMPLATES,
    ROUNDING,
    above,
    is_flat,
    needed,
    two_sided_p,
)
from topple.metrics.distinct import distinct
from topple.metrics.folds import per_fold
from topple.metrics.metric import Counts, Metric

# The smallest difference that a test of 5 % finds 8 times in 10, in standard errors: the sum of
# the standard normal quantiles of 0.975 and 0.8 (Bloom 1995; Miller 2024).
_REACH = 1.959963984540054 + 0.8416212335729143


@dataclass(frozen=True, slots=True)
class Comparison:
    """The score of A minus that of B, task by task; `metric` names the score.

    `p` is two-sided and inverts the interval: twice the smaller share of resamples on the far side
    of zero (Efron & Tibshirani 1993, chapter 15), with one added to both counts so that it is
    never 0 (Davison & Hinkley 1997, chapter 4). `detectable` is the true difference that tasks
    like these would show 8 times in 10. `clusters` of a `unit`, such as templates or racks, were
    resampled, and `needed` of them would show the difference found.
    """

    metric: str
    tasks: int
    templates: int
    unit: str
    clusters: int
    a: float
    b: float
    difference: float
    interval: tuple[float, float] | None
    p: float | None
    standard_error: float | None
    detectable: float | None
    needed: int | None
    a_folds: tuple[float, ...]
    b_folds: tuple[float, ...]

    @property
    def above(self) -> int:
        """1 if A is above B, -1 if B is above A, 0 if the data cannot say."""
        return above(self.interval, self.clusters)

    def verdict(self, a: str = "A", b: str = "B") -> str:
        """Return the conclusion in a sentence; numbers are points of 100."""
        if self.above:
            first, second = (a, b) if self.above > 0 else (b, a)
            return f"{first} is above {second}: {self._apart()}."
        return f"{a} and {b} cannot be told apart: {self._why()}."

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data, in points of 100 as in the sentence of the verdict."""
        found = {**asdict(self), "above": self.above}
        for name in ("a", "b", "difference", "standard_error", "detectable"):
            found[name] = _points(found[name])
        for name in ("interval", "a_folds", "b_folds"):
            found[name] = found[name] and [_points(each) for each in found[name]]
        return found

    def _apart(self) -> str:
        assert self.interval is not None
        words = f"{100 * abs(self.difference):.1f} points of {self.metric} apart"
        if is_flat(self.interval):
            return f"{words}, {ALIKE.format(f'{self.unit}s')}"
        ends = sorted(abs(end) for end in self.interval)
        return f"{words}, 95 % interval {100 * ends[0]:.1f} to {100 * ends[1]:.1f}"

    def _why(self) -> str:
        if self.clusters < FEW_TEMPLATES:
            count = f"{self.clusters} {self.unit}{'s' if self.clusters != 1 else ''}"
            return f"{count} cannot tell; {FEW_TEMPLATES} are the least"
        if self.interval is None:
            return "the tasks that both have played are too few for an interval"
        if (self.standard_error or 0.0) < ROUNDING:
            return f"every {self.unit} came out the same"
        low, high = (100 * end for end in self.interval)
        words = (
            f"the difference of {100 * self.difference:+.1f} points of {self.metric} is inside "
            f"the noise, 95 % interval {low:+.1f} to {high:+.1f}; "
            f"with {self.clusters} {self.unit}s, "
            f"80 % power needs a difference of {100 * (self.detectable or 0):.1f} points"
        )
        if self.needed is None or self.needed <= self.clusters:
            return words
        gap = f"{100 * abs(self.difference):.2g}"
        return f"{words}, and detecting {gap} would take about {self.needed:,} {self.unit}s"


def _points(share: float | None) -> float | None:
    return None if share is None else 100 * share


def compare(a: Counts, b: Counts, metric: Metric) -> Comparison:
    """Compare the results of two agents on the same tasks in the same order."""
    if len(a) != len(b):
        raise BadInput(f"{len(a)} tasks against {len(b)}: give the same tasks of both")
    if not len(a):
        raise BadInput("two runs without a task in common cannot be compared")
    first, second = metric.credit(a), metric.credit(b)
    found = metric.sampled(first - second, a.template)
    error = found.standard_error
    detectable = None if error is None else _REACH * error
    return Comparison(
        metric=metric.title,
        tasks=len(a),
        templates=len(distinct(a.template)),
        unit=metric.unit,
        clusters=found.clusters,
        a=metric.value(first, a.template),
        b=metric.value(second, b.template),
        difference=found.value,
        interval=found.interval,
        p=None if found.resamples is None else two_sided_p(found.resamples),
        standard_error=error,
        detectable=detectable,
        needed=needed(found.clusters, detectable, found.value)
        if detectable and abs(found.value) > ROUNDING
        else None,
        a_folds=per_fold(first, a.fold).values,
        b_folds=per_fold(second, b.fold).values,
    )
