"""Attempts to success, with censored tasks.

A task that no attempt solved takes more attempts than were made: it is censored there (Kaplan &
Meier 1958). So a task that a provider's fault cut short counts for the attempts it had: it is
neither missed nor left out. Without such tasks the curve is the plain share of tasks
solved by each attempt. Intervals resample templates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.metrics.bootstrap import (
    LEAST_TEMPLATES,
    ROUNDING,
    Clusters,
    Estimate,
    ends,
    estimate,
)

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Attempts:
    """Success by attempt, and attempts to success.

    `solved_by` has the share of tasks solved by attempt 1, 2 and so on. `mean` is the mean number
    of attempts, n + 1 for tasks not solved within n: the area under the curve of unsolved tasks.
    `mean_of_solved` leaves those out, as DeepPHY does, and so rewards failing on hard tasks.
    """

    solved_by: tuple[Estimate, ...]
    mean: Estimate
    mean_of_solved: Estimate


def attempts_to_success(
    solved_at: Whole, counted: Whole, template: NDArray[np.str_], most: int
) -> Attempts:
    """Estimate from the attempt that solved each task, 0 if none did, and the attempts it had."""
    ks = np.arange(1, most + 1)
    solved = (solved_at[:, None] == ks).astype(np.float64)
    # A task is at risk at attempt k if it made that attempt.
    had = np.where(solved_at > 0, solved_at, counted)[:, None] >= ks
    within = (solved_at >= 1) & (solved_at <= most)
    sums = np.column_stack([solved, had, np.where(within, solved_at, 0), within])
    clusters = Clusters.of(sums.astype(np.float64), template)
    values = _values(clusters.means()[None], most)[0]
    low, high = _ends(clusters, most, values)
    found = [_estimate(*each) for each in zip(values, low, high, strict=True)]
    return Attempts(tuple(found[:most]), found[most], found[most + 1])


def solved_by(solved_at: Whole, had: Whole, most: int) -> Floats:
    """Compute the probability that each task is solved by attempt 1, 2, ...: tasks x attempts.

    That is 0 or 1 for a task that was solved or had all `most` attempts. One that was cut short is
    expected to go on as the others did from there (Efron 1967), so that the means over tasks are
    the curve of Kaplan and Meier.
    """
    ks = np.arange(1, most + 1)
    found = ((solved_at[:, None] >= 1) & (solved_at[:, None] <= ks)).astype(np.float64)
    cut = (solved_at == 0) & (had < most)
    if not cut.any():
        return found
    at_risk = (np.where(solved_at > 0, solved_at, had)[:, None] >= ks).sum(axis=0)
    now = (solved_at[:, None] == ks).sum(axis=0)
    unsolved = np.cumprod(1 - np.divide(now, at_risk, out=np.zeros(most), where=at_risk > 0))
    then = np.concatenate([[1.0], unsolved])[had[cut]][:, None]
    later = np.divide(unsolved, then, out=np.ones((len(then), most)), where=then > 0)
    found[cut] = np.where(ks > had[cut][:, None], 1 - later, 0.0)
    return found


def _values(means: Floats, most: int) -> Floats:
    """Compute solved-by-k, mean and mean of solved from rows of clustered means."""
    solved, at_risk = means[:, :most], means[:, most : 2 * most]
    hazard = np.divide(solved, at_risk, out=np.zeros_like(solved), where=at_risk > 0)
    unsolved = np.cumprod(1 - hazard, axis=1)
    mean = 1 + unsolved.sum(axis=1)
    tries, within = means[:, -2], means[:, -1]
    own = np.divide(tries, within, out=np.full_like(tries, np.nan), where=within > 0)
    return np.column_stack([1 - unsolved, mean, own])


def _ends(clusters: Clusters, most: int, values: Floats) -> tuple[Floats, Floats]:
    if len(clusters.counts) < LEAST_TEMPLATES:
        return values, values
    drawn = _values(clusters.resampled(), most)
    low, high = values.copy(), values.copy()
    known = ~np.isnan(values)
    low[known], high[known] = np.nanpercentile(drawn[:, known], ends(len(clusters.counts)), axis=0)
    return low, high


def _estimate(value: float, low: float, high: float) -> Estimate:
    interval = None if high - low < ROUNDING else (float(low), float(high))
    return Estimate(float(value), interval)


def solved_in_any(solved_at: Whole, template: NDArray[np.str_], attempts: int) -> Estimate:
    """Estimate the share of tasks that at least one run solved; `solved_at` is runs x tasks.

    DeepPHY publishes this as Pass@K. It is not success within K attempts: it is more attempts.
    """
    any_run = ((solved_at >= 1) & (solved_at <= attempts)).any(axis=0)
    return estimate(np.asarray(any_run, np.float64), template)
