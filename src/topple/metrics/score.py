"""All that is said of one run: AUCCESS, success, folds, the curve, and the templates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.auccess import credit, solved_within
from topple.metrics.bootstrap import Clusters, Estimate, estimate
from topple.metrics.folds import Spread, per_fold

MARKS = (1, 10, 100)  # the attempts at which success is told

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Curve:
    """The share of tasks solved within 1 to n attempts, with pointwise 95 % bands."""

    attempts: NDArray[np.int64]
    success: Floats
    low: Floats | None
    high: Floats | None


@dataclass(frozen=True, slots=True)
class TemplateScore:
    """One template's row: `success` has the shares of `MARKS` that the protocol allows."""

    template: str
    tasks: int
    solved: int
    auccess: float
    success: dict[int, float]


@dataclass(frozen=True, eq=False, slots=True)
class Score:
    """What a run comes to."""

    tasks: int
    templates: int
    auccess: Estimate
    success: dict[int, Estimate]
    folds: Spread
    success_folds: dict[int, Spread]
    curve: Curve
    by_template: tuple[TemplateScore, ...]


def score(
    solved_at: NDArray[np.int64],
    fold: NDArray[np.int64],
    template: NDArray[np.str_],
    attempts: int,
) -> Score:
    """Score the tasks of a run that allows so many attempts."""
    if not len(solved_at):
        raise BadInput("a run without any attempt has no score")
    marks = [mark for mark in MARKS if mark <= attempts]
    shares = credit(solved_at, attempts)
    return Score(
        tasks=len(solved_at),
        templates=len(np.unique(template)),
        auccess=estimate(shares, template),
        success={k: estimate(solved_within(solved_at, k), template) for k in marks},
        folds=per_fold(shares, fold),
        success_folds={k: per_fold(solved_within(solved_at, k), fold) for k in marks},
        curve=curve(solved_at, template, attempts),
        by_template=by_template(solved_at, template, attempts),
    )


def curve(solved_at: NDArray[np.int64], template: NDArray[np.str_], attempts: int) -> Curve:
    """Give success against attempts; the bands come from the resamples of all intervals."""
    ks = np.arange(1, attempts + 1)
    found = np.asarray(solved_at)[:, None]
    clusters = Clusters.of(((found >= 1) & (found <= ks)).astype(np.float64), template)
    bands = clusters.interval()
    low, high = (None, None) if bands is None else (bands[0], bands[1])
    return Curve(ks, clusters.means(), low, high)


def by_template(
    solved_at: NDArray[np.int64], template: NDArray[np.str_], attempts: int
) -> tuple[TemplateScore, ...]:
    """Give a row for each template, the best first."""
    shares = credit(solved_at, attempts)
    rows = []
    for name in np.unique(template):
        own = template == name
        rows.append(
            TemplateScore(
                str(name),
                int(own.sum()),
                int(solved_within(solved_at[own], attempts).sum()),
                float(shares[own].mean()),
                {k: float(solved_within(solved_at[own], k).mean()) for k in MARKS if k <= attempts},
            )
        )
    return tuple(sorted(rows, key=lambda row: (-row.auccess, row.template)))
