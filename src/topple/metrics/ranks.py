"""Rank correlation of two orders."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, MissingExtra

Floats = NDArray[np.float64]
FEWEST = 3  # pairs that a correlation needs; that of two is always 1 or -1


@dataclass(frozen=True, slots=True)
class Agreement:
    """Rank correlations of `count` pairs: 1 for the same order, -1 for the reverse."""

    count: int
    spearman: float
    kendall: float


def agreement(a: Floats, b: Floats) -> Agreement | None:
    """Compare two orders by Spearman's rho and Kendall's tau-b, which allow for ties.

    None for fewer than three pairs, or where all values of one side are equal.
    """
    if len(a) != len(b):
        raise BadInput(f"{len(a)} values against {len(b)}: give the same things in both")
    if len(a) < FEWEST or np.ptp(a) == 0 or np.ptp(b) == 0:
        return None
    try:
        from scipy import stats  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtra("rank correlation", "report") from error
    spearman = float(stats.spearmanr(a, b).statistic)
    return Agreement(len(a), spearman, float(stats.kendalltau(a, b).statistic))
