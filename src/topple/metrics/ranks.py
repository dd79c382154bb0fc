"""How alike two orders are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, MissingExtra

Floats = NDArray[np.float64]
FEWEST = 3  # two are in the same order or not, which is no correlation


@dataclass(frozen=True, slots=True)
class Agreement:
    """Rank correlations of so many pairs, from -1, turned round, to 1, the same order."""

    count: int
    spearman: float
    kendall: float


def agreement(a: Floats, b: Floats) -> Agreement | None:
    """Compare two orders by Spearman's rho and Kendall's tau-b, which know of ties.

    None for fewer than three pairs, or where one side is the same throughout.
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
