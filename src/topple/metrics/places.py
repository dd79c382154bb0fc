"""Places on a board: a row is below another only if chance would hardly show so on any such board.

A board of m rows compares m (m - 1) / 2 pairs. At 5 % each, equal agents are told apart on most
boards. So all differences are resampled together, by template, and each is measured in its standard
errors: a pair counts as different beyond the value that the largest of all differences exceeds in
5 % of the resamples. Pairs found so are set aside and the others tested again (Romano & Wolf 2005,
step-down max-t). A bootstrap of few templates is too narrow; the critical value of the normal
distribution is widened to that of Student's t with one degree of freedom per template less one.

The place of a row is 1 plus the number of rows that are found above it. So, on 95 of 100 boards,
every row has at least as many truly better rows above it as its place says (Mogstad, Romano, Shaikh
& Wilhelm 2024).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from topple.metrics.bootstrap import FEW_TEMPLATES, LEVEL, ROUNDING, Sampled
from topple.metrics.distinct import distinct
from topple.metrics.metric import Metric

Floats = NDArray[np.float64]
Pair = tuple[int, int]


def places(credits: Sequence[Floats], template: NDArray[np.str_], metric: Metric) -> list[int]:
    """Return the place of every row from its credit per task; all rows have the same tasks."""
    below = [0] * len(credits)
    for _, worse in tell_apart(credits, template, metric):
        below[worse] += 1
    return [1 + count for count in below]


def tell_apart(credits: Sequence[Floats], template: NDArray[np.str_], metric: Metric) -> set[Pair]:
    """Return the pairs of rows that differ by more than chance, the better row first."""
    templates = len(distinct(template))
    if templates < FEW_TEMPLATES:
        return set()
    pairs = combinations(range(len(credits)), 2)
    found = {(i, j): metric.sampled(credits[i] - credits[j], template) for i, j in pairs}
    # Equal rows have no difference to test. Without spread, any difference is one.
    apart = {pair for pair, each in found.items() if not _spread(each) and each.value}
    left = {pair: _in_errors(each) for pair, each in found.items() if _spread(each)}
    while left:
        widest = np.max([drawn for _, drawn in left.values()], axis=0)
        limit = _widen(float(np.quantile(widest, LEVEL, method="higher")), templates - 1)
        now = {pair for pair, (size, _) in left.items() if size > limit}
        if not now:
            break
        apart |= now
        left = {pair: each for pair, each in left.items() if pair not in now}
    return {(i, j) if found[i, j].value > 0 else (j, i) for i, j in apart}


def _spread(found: Sampled) -> bool:
    return found.standard_error is not None and found.standard_error > ROUNDING


def _in_errors(found: Sampled) -> tuple[float, Floats]:
    """Return a difference, and how far its resamples lie from it, in standard errors."""
    assert found.resamples is not None
    assert found.standard_error is not None
    error = found.standard_error
    return abs(found.value) / error, np.abs(found.resamples - found.value) / error


def _widen(z: float, freedom: int) -> float:
    """Return the quantile of Student's t for one of the normal (Abramowitz & Stegun, 26.7.5)."""
    # Resamples of n templates spread by the factor (n - 1) / n less than means of n templates do.
    z *= math.sqrt((freedom + 1) / freedom)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
