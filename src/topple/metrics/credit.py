"""AUCCESS and success rates.

Everything starts from `solved_at`: the number of the counted attempt that solved each task, 0 where
none did.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]
Floats = NDArray[np.float64]


def weights(attempts: int) -> Floats:
    """Return w_k = ln(k+1) - ln k for k = 1 to n (Bakhtin et al. 2019)."""
    return np.diff(np.log(np.arange(1, attempts + 2)))


def credit(solved_at: Whole, attempts: int) -> Floats:
    """Compute the credit of each task; their mean is AUCCESS.

    A task solved at attempt s is among the solved for every k from s on, and the weights from s to
    n add up to ln(n+1) - ln s; so its share is 1 - ln s / ln(n+1), and 0 beyond n.
    """
    found = np.asarray(solved_at)
    within = (found >= 1) & (found <= attempts)
    return np.where(within, 1.0 - np.log(np.where(within, found, 1)) / np.log(attempts + 1), 0.0)


def expected_credit(solved: Floats) -> Floats:
    """Compute the credit of each task from the probability that it is solved by each attempt."""
    ks = np.arange(1, solved.shape[1] + 1)
    return np.asarray(solved @ (np.log(ks + 1) - np.log(ks)) / np.log(ks[-1] + 1))


def auccess(solved_at: Whole, attempts: int) -> float:
    """Compute AUCCESS: the share of tasks solved by attempt k, averaged with weights w_k."""
    return float(credit(solved_at, attempts).mean())


def solved_within(solved_at: Whole, attempts: int) -> Floats:
    """Return 1 for each task solved within `attempts` attempts, 0 for the others."""
    found = np.asarray(solved_at)
    return ((found >= 1) & (found <= attempts)).astype(np.float64)


def success_at(solved_at: Whole, attempts: int) -> float:
    """Compute the share of tasks solved within `attempts` attempts."""
    return float(solved_within(solved_at, attempts).mean())
