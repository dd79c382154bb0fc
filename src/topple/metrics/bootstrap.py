"""Intervals for tasks that come in families: resample templates, not tasks.

Tasks of one template succeed and fail together, so 500 tasks of 25 templates say less than 500
independent ones would. The cluster bootstrap draws whole templates with replacement (Cameron,
Gelbach & Miller 2008; Field & Welsh 2007) and the interval is the percentile one, as in rliable
(Agarwal et al. 2021). With fewer than ten templates that one is much too narrow, so its percentiles
lie farther out (the expanded percentile interval of Hesterberg 2015).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import generator

RESAMPLES = 10_000
LEVEL = 0.95
# For statistics other than means, where each resample is a weight per item.
WEIGHTED_RESAMPLES = 2_000
ROUNDING = 1e-12  # sums of shares that cancel leave this much at most
# docs/concepts/statistics.md has the table: below ten templates an interval is rough, and
# below five it misses the true value too often to be shown.
FEW_TEMPLATES = 10
LEAST_TEMPLATES = 5
ALIKE = "no interval: all {} came out alike"
# The part of resamples below, and above, the interval of so few templates: Phi(-t sqrt(n / (n -
# 1))) with t the quantile 0.975 of Student's distribution with n - 1 degrees of freedom. As
# numbers, because another C library would compute other last bits.
_TAILS = {5: 0.000954, 6: 0.002432, 7: 0.004109, 8: 0.005738, 9: 0.007225}
_TAIL = (1 - LEVEL) / 2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95 % interval.

    There is no interval for fewer than five templates, nor where all templates have the same
    value: resamples then never differ, which would look like certainty.
    """

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, eq=False, slots=True)
class Sampled:
    """A number, its resamples and its standard error; both are None for too few clusters.

    `clusters` is how many were resampled: templates, or racks or questions where a metric says so.
    """

    value: float
    resamples: Floats | None
    standard_error: float | None
    clusters: int

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval, also where it has no width."""
        return None if self.resamples is None else percentiles(self.resamples, self.clusters)

    @property
    def estimate(self) -> Estimate:
        found = self.interval
        return Estimate(self.value, None if found is None or is_flat(found) else found)


@dataclass(frozen=True, eq=False, slots=True)
class Clusters:
    """Sums of values over each template: all that a resample needs."""

    sums: Floats  # templates x values
    counts: Floats  # templates

    @classmethod
    def of(cls, values: Floats, template: NDArray[np.str_]) -> Clusters:
        """Add up values, tasks or tasks x kinds of value, by template."""
        table = np.asarray(values, np.float64).reshape(len(values), -1)
        names, index = np.unique(template, return_inverse=True)
        sums = np.zeros((len(names), table.shape[1]))
        np.add.at(sums, index, table)
        return cls(sums, np.bincount(index, minlength=len(names)).astype(np.float64))

    def means(self) -> Floats:
        """Compute the mean over all tasks of each kind of value."""
        return np.asarray(self.sums.sum(axis=0) / self.counts.sum())

    def resampled(self) -> Floats:
        """Compute the means of 10,000 resamples, the same ones every time: resamples x values."""
        drawn = _draw_resamples(len(self.counts))
        return np.asarray((drawn @ self.sums) / (drawn @ self.counts)[:, None])

    def interval(self) -> Floats | None:
        """Compute low and high of each kind of value, 2 x values; None for too few templates."""
        if len(self.counts) < LEAST_TEMPLATES:
            return None
        return np.percentile(self.resampled(), ends(len(self.counts)), axis=0)

    def standard_errors(self) -> Floats | None:
        """Compute the cluster-robust standard error of each mean (Liang & Zeger 1986; CR1)."""
        templates = len(self.counts)
        if templates < LEAST_TEMPLATES:
            return None
        left = self.sums - self.counts[:, None] * self.means()
        spread = templates / (templates - 1) * (left**2).sum(axis=0)
        return np.asarray(np.sqrt(spread) / self.counts.sum())


def sample(values: Floats, template: NDArray[np.str_]) -> Sampled:
    """Compute the mean over tasks with its resamples."""
    clusters = Clusters.of(values, template)
    value, errors = float(clusters.means()[0]), clusters.standard_errors()
    if errors is None:
        return Sampled(value, None, None, len(clusters.counts))
    return Sampled(value, clusters.resampled()[:, 0], float(errors[0]), len(clusters.counts))


def estimate(values: Floats, template: NDArray[np.str_]) -> Estimate:
    """Compute the mean over tasks with its interval."""
    return sample(values, template).estimate


def ends(clusters: int) -> tuple[float, float]:
    """Return the percentiles of resamples that bound the 95 % interval of so many clusters."""
    tail = _TAILS.get(clusters, _TAIL)
    return 100 * tail, 100 * (1 - tail)


def percentiles(resamples: Floats, clusters: int = FEW_TEMPLATES) -> tuple[float, float]:
    """Compute the ends of the 95 % interval, bit for bit as `np.percentile` does.

    That one imports masked arrays at its first call, which takes longer than all resamples.
    """
    ordered = np.sort(resamples)
    places = (end / 100 * (len(ordered) - 1) for end in ends(clusters))
    low, high = (_interpolate(ordered, place) for place in places)
    return low, high


def _interpolate(ordered: Floats, place: float) -> float:
    """Return the value at a place between two of the ordered ones; NaN if one of them is."""
    if np.isnan(ordered[-1]):
        return math.nan
    below, above = ordered[math.floor(place)], ordered[math.ceil(place)]
    part = place % 1.0
    # From the nearer end, so that rounding cannot lead past either.
    found = below + (above - below) * part if part < 0.5 else above - (above - below) * (1 - part)
    return float(found)


Statistic = Callable[[Floats], Floats]


def weights(template: NDArray[np.str_]) -> Floats | None:
    """Return how often each item is in each resample, resamples x items; None for too few."""
    names, index = np.unique(template, return_inverse=True)
    if len(names) < LEAST_TEMPLATES:
        return None
    return _draw_resamples(len(names))[:WEIGHTED_RESAMPLES][:, index]


def estimate_of(statistic: Statistic, template: NDArray[np.str_]) -> Estimate:
    """Compute a statistic of weighted items with its interval.

    It maps weights, resamples x items, to a value for each resample; NaN where there is none, for
    example because a resample holds one class only.
    """
    value = float(statistic(np.ones((1, len(template))))[0])
    drawn = weights(template)
    if drawn is None or math.isnan(value):
        return Estimate(value, None)
    found = statistic(drawn)
    found = found[~np.isnan(found)]
    interval = percentiles(found, len(np.unique(template)))
    return Estimate(value, None if is_flat(interval) else interval)


def is_flat(interval: tuple[float, float]) -> bool:
    """Return whether an interval has no width, because all templates came out alike."""
    low, high = interval
    return high - low < ROUNDING


def caution(
    interval: tuple[float, float] | None, templates: int, unit: str = "template"
) -> list[str]:
    """Return a warning about the interval of so many templates, if it needs one."""
    counted = f"{templates} {unit}{'s' if templates != 1 else ''}"
    if templates < LEAST_TEMPLATES:
        return [f"no interval: {counted}; it takes {LEAST_TEMPLATES} at least"]
    if interval is None:
        return [ALIKE.format(f"{unit}s")]
    if templates < FEW_TEMPLATES:
        return [f"the interval is rough: {counted}; {FEW_TEMPLATES} or more can be trusted"]
    return []


def above(interval: tuple[float, float] | None, templates: int) -> int:
    """Return 1 if the interval of A - B says that A is above, -1 for B, 0 if neither."""
    if interval is None or templates < FEW_TEMPLATES:
        return 0
    low, high = interval
    return int(low > ROUNDING) - int(high < -ROUNDING)


def two_sided_p(resampled: Floats) -> float:
    """Invert the interval: twice the smaller share of resamples on the far side of zero."""
    far = min(int((resampled <= ROUNDING).sum()), int((resampled >= -ROUNDING).sum()))
    return min(1.0, 2 * (1 + far) / (1 + len(resampled)))


@lru_cache(maxsize=4)
def _draw_resamples(templates: int) -> Floats:
    """Return how often each template is in each resample: resamples x templates."""
    rng = generator("cluster bootstrap", templates)
    share = np.full(templates, 1 / templates)
    return rng.multinomial(templates, share, size=RESAMPLES).astype(np.float64)


def needed(clusters: int, detectable: float, difference: float) -> int:
    """Compute how many clusters would show a difference.

    The standard error falls with the square root of their number.
    """
    return math.ceil(clusters * (detectable / abs(difference)) ** 2)
