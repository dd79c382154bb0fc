"""Rankings of four proposals: whether the winner comes first, and position bias."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, Floats, estimate
from topple.metrics.distinct import distinct

FOUR = 4
# The expected score of a random order of four.
CHANCE_EXACT = 1 / math.factorial(FOUR)
CHANCE_TOP = 1 / FOUR
CHANCE_RECIPROCAL = sum(1 / rank for rank in range(1, FOUR + 1)) / FOUR

Ranks = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Results of rankings; an unreadable one counts as wrong in every number.

    `top` is how often the winner comes first, `reciprocal` the mean of one over its rank, `tau` is
    Kendall's with the order correct, hard, medium, easy, of which only the first place is a fact.
    `against` is how often the winner is ranked before each loser. `first_choice` has the shares of
    the four proposals in first rank, `first_slot` those of the positions on the page, and `slot_p`
    is the p-value of even positions (chi-squared, items taken as independent). `flips` is the share
    of tasks asked in several orders whose first choice changes with the order.
    """

    items: int
    unreadable: int
    exact: Estimate
    top: Estimate
    reciprocal: Estimate
    tau: Estimate
    against: tuple[Estimate, ...]
    first_choice: tuple[float, ...]
    first_slot: tuple[float, ...]
    slot_p: float
    flips: float | None


def rank(ranks: Ranks, slots: Ranks, task: NDArray[np.str_], template: NDArray[np.str_]) -> Ranked:
    """Score rankings: items x (correct, hard, medium, easy), ranks from 1, all 0 if unreadable.

    `slots` are the positions on the page of the same four, from 1.
    """
    if not len(ranks) == len(slots) == len(task) == len(template):
        raise BadInput(f"{len(slots)} items, but {len(ranks)} answers")
    if not len(ranks):
        raise BadInput("no items, no score")
    readable = ranks.any(axis=1)
    first = np.argmin(ranks[readable], axis=1)
    slot = slots[readable][np.arange(len(first)), first]
    counts = np.bincount(slot - 1, minlength=FOUR)
    chosen = np.bincount(first, minlength=FOUR)
    answered = max(1, len(first))
    return Ranked(
        items=len(ranks),
        unreadable=int((~readable).sum()),
        exact=estimate((ranks == np.arange(1, FOUR + 1)).all(axis=1).astype(np.float64), template),
        top=estimate(top_scores(ranks), template),
        reciprocal=estimate(reciprocal_ranks(ranks), template),
        tau=estimate(taus(ranks), template),
        against=tuple(
            estimate(((ranks[:, 0] < ranks[:, i]) & readable).astype(np.float64), template)
            for i in range(1, FOUR)
        ),
        first_choice=tuple((chosen / answered).tolist()),
        first_slot=tuple((counts / answered).tolist()),
        slot_p=_even(counts),
        flips=_flips(first, task[readable]),
    )


def top_scores(ranks: Ranks) -> Floats:
    """Return 1 for each item whose winner comes first, 0 for the others."""
    return np.asarray((ranks[:, 0] == 1).astype(np.float64))


def reciprocal_ranks(ranks: Ranks) -> Floats:
    """Return one over the winner's rank, 0 if unreadable."""
    return np.asarray(np.where(ranks[:, 0] > 0, 1 / np.maximum(ranks[:, 0], 1), 0.0))


def taus(ranks: Ranks) -> Floats:
    """Compute Kendall's tau (Kendall 1938), -1 if unreadable."""
    pairs = [(i, j) for i in range(FOUR) for j in range(i + 1, FOUR)]
    agreed = sum(np.sign(ranks[:, j] - ranks[:, i]) for i, j in pairs)
    return np.asarray(np.where(ranks.any(axis=1), agreed / len(pairs), -1.0))


def _even(counts: NDArray[np.int64]) -> float:
    """Compute the p-value of even counts: the chi-squared tail of three degrees of freedom."""
    expected = counts.sum() / FOUR
    if not expected:
        return 1.0
    x = float(((counts - expected) ** 2 / expected).sum())
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2)


def _flips(first: NDArray[np.int64], task: NDArray[np.str_]) -> float | None:
    groups = [first[task == name] for name in distinct(task)]
    several = [len(set(group.tolist())) > 1 for group in groups if len(group) > 1]
    return sum(several) / len(several) if several else None
