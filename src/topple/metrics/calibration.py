"""Stated probabilities against outcomes: accuracy, calibration and discrimination."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import LEVEL, Estimate, Floats, estimate, estimate_of, weights
from topple.tasks.draw import generator

BINS = 10
CLIP = 0.01  # probabilities of the log score are kept this far from 0 and 1
_DRAWS = 1000


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of similar probability: their mean, and the share that came true."""

    answers: int
    stated: float
    happened: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Results of stated probabilities.

    Brier and log score count an unreadable answer as surely wrong; the rest is about readable ones.
    `ece` is the expected calibration error over bins of equal mass. It is above 0 by chance
    alone: `ece_of_the_calibrated` is what a perfectly calibrated player with the same statements
    would show on average. `auroc` is None where all items have the same truth.
    """

    items: int
    unreadable: int
    base_rate: float
    brier: Estimate
    brier_of_base_rate: float
    log_score: Estimate
    log_score_of_base_rate: float
    ece: Estimate | None
    ece_of_the_calibrated: float | None
    auroc: Estimate | None
    sharpness: float | None
    curve: tuple[Bin, ...]


def calibrate(truth: NDArray[np.bool_], stated: Floats, template: NDArray[np.str_]) -> Calibration:
    """Score stated probabilities; NaN is an unreadable answer."""
    if not len(truth) == len(stated) == len(template):
        raise BadInput(f"{len(truth)} items, but {len(stated)} answers")
    if not len(truth):
        raise BadInput("no items, no score")
    happened = truth.astype(np.float64)
    base = float(happened.mean())
    readable = ~np.isnan(stated)
    y, p, where = happened[readable], stated[readable], template[readable]
    both = len(np.unique(y)) == 2
    bins = _bins(p)
    return Calibration(
        items=len(truth),
        unreadable=int((~readable).sum()),
        base_rate=base,
        brier=estimate(brier_scores(truth, stated), template),
        brier_of_base_rate=base * (1 - base),
        log_score=estimate(log_scores(truth, stated), template),
        log_score_of_base_rate=float(log_scores(truth, np.full(len(truth), base)).mean()),
        ece=estimate_of(lambda w: _ece(w, p - y, bins), where) if len(p) else None,
        ece_of_the_calibrated=_chance_ece(p, bins) if len(p) else None,
        auroc=estimate_of(lambda w: auroc(y > 0, p, w), where) if both else None,
        sharpness=float(p.var()) if len(p) else None,
        curve=_curve(y, p, where, bins),
    )


def brier_scores(truth: NDArray[np.bool_], stated: Floats) -> Floats:
    """Return (p - y)² of each answer (Brier 1950), 1 for an unreadable one."""
    return np.nan_to_num((stated - truth) ** 2, nan=1.0)


def log_scores(truth: NDArray[np.bool_], stated: Floats) -> Floats:
    """Return -log of the probability of what happened, clipped; the worst for an unreadable one."""
    surely_wrong = np.where(truth, 0.0, 1.0)
    p = np.clip(np.where(np.isnan(stated), surely_wrong, stated), CLIP, 1 - CLIP)
    return -np.log(np.where(truth, p, 1 - p))


def auroc(truth: NDArray[np.bool_], stated: Floats, drawn: Floats | None = None) -> Floats:
    """Compute the area under the ROC curve; ties count half."""
    drawn = np.ones((1, len(truth))) if drawn is None else drawn
    values, level = np.unique(stated, return_inverse=True)
    member = np.zeros((len(stated), len(values)))
    member[np.arange(len(stated)), level] = 1
    true, false = drawn @ (member * truth[:, None]), drawn @ (member * ~truth[:, None])
    below = np.cumsum(false, axis=1) - false / 2
    with np.errstate(invalid="ignore"):
        return np.asarray((true * below).sum(axis=1) / (true.sum(axis=1) * false.sum(axis=1)))


def _bins(stated: Floats) -> NDArray[np.int64]:
    """Return the bin of each answer: bins of equal mass; equal answers share a bin."""
    order = np.argsort(stated, kind="stable")
    rank = np.empty(len(stated))
    rank[order] = np.arange(len(stated)) + 0.5
    values, level = np.unique(stated, return_inverse=True)
    middle = np.bincount(level, rank) / np.bincount(level) if len(values) else rank
    return np.asarray((middle[level] * BINS / max(1, len(stated))).astype(np.int64))


def _members(bins: NDArray[np.int64]) -> Floats:
    return np.asarray((bins[:, None] == np.unique(bins)).astype(np.float64))


def _ece(drawn: Floats, off: Floats, bins: NDArray[np.int64]) -> Floats:
    """Compute the mean distance between answer and truth over bins (Naeini et al. 2015)."""
    return np.asarray(
        np.abs(drawn @ (_members(bins) * off[:, None])).sum(axis=1) / drawn.sum(axis=1)
    )


def _chance_ece(stated: Floats, bins: NDArray[np.int64]) -> float:
    """Simulate truths that follow the stated probabilities; return the mean error by chance."""
    draws = generator("calibrated player").random((_DRAWS, len(stated))) < stated
    sums = (stated - draws) @ _members(bins)
    return float(np.abs(sums).sum(axis=1).mean() / len(stated))


def _curve(
    y: Floats, p: Floats, template: NDArray[np.str_], bins: NDArray[np.int64]
) -> tuple[Bin, ...]:
    """Compute the reliability curve with 95 % bands."""
    members = _members(bins)
    drawn = weights(template) if len(p) else None
    drawn = np.ones((1, len(p))) if drawn is None else drawn
    with np.errstate(invalid="ignore"):
        shares = (drawn @ (members * y[:, None])) / (drawn @ members)
    tail = 100 * (1 - LEVEL) / 2
    found = []
    for i, column in enumerate(members.T):
        inside = column > 0
        kept = shares[:, i][~np.isnan(shares[:, i])]
        low, high = np.percentile(kept, [tail, 100 - tail])
        happened = float(y[inside].mean())
        found.append(Bin(int(inside.sum()), float(p[inside].mean()), happened, low, high))
    return tuple(found)
