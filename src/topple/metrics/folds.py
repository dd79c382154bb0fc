"""The statistics of PHYRE's paper: one value per fold, and a test of two agents over folds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, MissingExtra
from topple.metrics.distinct import distinct

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Spread:
    """A value per fold, their mean, and their standard deviation where there are two or more."""

    folds: tuple[int, ...]
    values: tuple[float, ...]
    mean: float
    sd: float | None


@dataclass(frozen=True, slots=True)
class Wilcoxon:
    """One-sided p values of the signed-rank test over folds; small `p_above`: A above B.

    `least` is the smallest possible p with this number of folds: fewer than 7 cannot reach the
    paper's 0.01.
    """

    folds: int
    p_above: float
    p_below: float
    least: float


def per_fold(values: Floats, fold: NDArray[np.int64]) -> Spread:
    """Compute the mean of each fold, their mean, and their sample standard deviation."""
    folds = distinct(fold)
    means = [float(values[fold == number].mean()) for number in folds]
    sd = float(np.std(means, ddof=1)) if len(means) > 1 else None
    return Spread(tuple(folds), tuple(means), float(np.mean(means)), sd)


def wilcoxon(above: Floats, below: Floats) -> Wilcoxon:
    """Test over folds whether A is above B (Wilcoxon 1945), exactly where scipy can.

    The paper asks for p < 0.01. Folds share their training tasks, so they are not independent and
    the p value is too small; the interval over templates does not have this fault.
    """
    if len(above) != len(below) or not len(above):
        raise BadInput(f"{len(above)} folds against {len(below)}: give the same folds of both")
    # Rounding would otherwise turn equal folds into tiny differences.
    apart = np.round(np.asarray(above) - np.asarray(below), 12)
    count = len(apart)
    if not apart.any():
        return Wilcoxon(count, 1.0, 1.0, 0.5**count)
    if count == 1:  # the usual run: not worth a second for loading scipy
        p_above, p_below = (0.5, 1.0) if apart[0] > 0 else (1.0, 0.5)
        return Wilcoxon(count, p_above, p_below, 0.5)
    try:
        from scipy import stats  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtra("the Wilcoxon test", "report") from error
    p_above, p_below = (
        float(stats.wilcoxon(apart, alternative=side).pvalue) for side in ("greater", "less")
    )
    return Wilcoxon(count, p_above, p_below, 0.5**count)
