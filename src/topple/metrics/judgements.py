"""Yes/no answers against the truth: accuracy, bias and sensitivity."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, Floats, estimate, estimate_of

YES, NO, UNREADABLE = 1, 0, -1
CHANCE = 0.5

_quantile = np.vectorize(NormalDist().inv_cdf, otypes=[np.float64])


@dataclass(frozen=True, slots=True)
class Judged:
    """Results of yes/no questions; an unreadable answer is wrong.

    `always_no` and `always_yes` are the accuracies of constant answers. `bias` is the share of yes
    among readable answers minus the share of yes in truth. `sensitivity` is d' and
    `criterion` is c of signal detection (Green & Swets 1966) with a log-linear correction (Hautus
    1995) in proportion to the classes: a criterion above 0 leans to no.
    """

    items: int
    unreadable: int
    accuracy: Estimate
    balanced: Estimate
    always_no: float
    always_yes: float
    yes_rate: Estimate
    bias: Estimate
    sensitivity: Estimate
    criterion: Estimate


def judge(truth: NDArray[np.bool_], said: NDArray[np.int8], template: NDArray[np.str_]) -> Judged:
    """Score answers, coded as `YES`, `NO` or `UNREADABLE`."""
    if not len(truth) == len(said) == len(template):
        raise BadInput(f"{len(truth)} items, but {len(said)} answers")
    if not len(truth):
        raise BadInput("no items, no score")
    right = right_answers(truth, said)
    yes, readable = said == YES, said != UNREADABLE

    def share(of: NDArray[np.bool_], among: NDArray[np.bool_], weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray((weights @ (of & among)) / (weights @ among.astype(np.float64)))

    def balanced(weights: Floats) -> Floats:
        return (share(right > 0, truth, weights) + share(right > 0, ~truth, weights)) / 2

    def bias(weights: Floats) -> Floats:
        return share(yes, readable, weights) - share(truth, readable, weights)

    return Judged(
        items=len(truth),
        unreadable=int((~readable).sum()),
        accuracy=estimate(right, template),
        balanced=estimate_of(balanced, template),
        always_no=float((~truth).mean()),
        always_yes=float(truth.mean()),
        yes_rate=estimate_of(lambda weights: share(yes, readable, weights), template),
        bias=estimate_of(bias, template),
        sensitivity=estimate_of(lambda w: _detection(truth, yes, w)[0], template),
        criterion=estimate_of(lambda w: _detection(truth, yes, w)[1], template),
    )


def right_answers(truth: NDArray[np.bool_], said: NDArray[np.int8]) -> Floats:
    """Return 1 for each right answer and 0 for each other one."""
    return np.asarray((((said == YES) == truth) & (said != UNREADABLE)).astype(np.float64))


def _detection(
    truth: NDArray[np.bool_], yes: NDArray[np.bool_], weights: Floats
) -> tuple[Floats, Floats]:
    """Compute d' and c of each resample."""
    rates = []
    for among in (truth, ~truth):
        hits, cases = weights @ (yes & among), weights @ among.astype(np.float64)
        # One more case of each answer, in proportion to the classes: constant answers get 0.
        share = cases / weights.sum(axis=1)
        with np.errstate(invalid="ignore"):
            rates.append(_quantile((hits + share) / (cases + 2 * share)))
    hit, alarm = rates
    return hit - alarm, -(hit + alarm) / 2
