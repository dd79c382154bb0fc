"""All that is said of one run: AUCCESS, success, folds, the curve, and the templates."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.auccess import credit, solved_within
from topple.metrics.bootstrap import Clusters, Estimate, Sampled, estimate, sampled
from topple.metrics.folds import Spread, per_fold
from topple.metrics.metric import Counts, Figure, Metric, Original, Summary, TemplateScore

MARKS = (1, 10, 100)  # the attempts at which success is told
_PUBLISHED = Path(__file__).with_name("auccess.json")

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Curve:
    """The share of tasks solved within 1 to n attempts, with pointwise 95 % bands."""

    attempts: NDArray[np.int64]
    success: Floats
    low: Floats | None
    high: Floats | None


@dataclass(frozen=True, eq=False, slots=True)
class Score(Summary):
    """What a run comes to by AUCCESS; `success` and its folds are by `MARKS`."""

    folds: Spread
    auccess: Estimate
    success: dict[int, Estimate]
    success_folds: dict[int, Spread]
    curve: Curve

    @property
    def figures(self) -> tuple[Figure, ...]:
        marks = (Figure(f"@{mark}", found) for mark, found in self.success.items())
        return (Figure("AUCCESS", self.auccess), *marks)

    def facts(self) -> dict[str, Any]:
        return {
            "auccess": asdict(self.auccess),
            "success_at": {str(k): asdict(value) for k, value in self.success.items()},
            "folds": asdict(self.folds),
            "curve": [round(value, 6) for value in self.curve.success.tolist()],
        }


class Auccess(Metric):
    """PHYRE's: the share of tasks solved by attempt k, averaged with weights that favour few."""

    name = "auccess"
    title = earned = "AUCCESS"
    about = "points of AUCCESS: 100 solves every task at once, 0 none"
    rules = (
        "An agent acts on a task; if that does not solve it, it may try again, up to {attempts} "
        "times."
    )
    by_folds = True
    page = "curves"

    def credit(self, counts: Counts) -> Floats:
        return credit(counts.solved_at, counts.attempts)

    def value(self, credit: Floats, template: NDArray[np.str_]) -> float:
        return float(credit.mean())

    def sampled(self, apart: Floats, template: NDArray[np.str_]) -> Sampled:
        return sampled(apart, template)

    def score(self, counts: Counts) -> Score:
        return score(counts.solved_at, counts.fold, counts.template, counts.attempts)

    def originals(self, protocol: str) -> tuple[Original, ...]:
        rows = json.loads(_PUBLISHED.read_bytes()).get(protocol, {})
        found = [
            Original(agent, {"AUCCESS": (auccess[0], auccess[1]), "@10": (at10[0], at10[1])})
            for agent, (auccess, at10) in rows.items()
        ]
        return tuple(sorted(found, key=lambda row: -row.figures["AUCCESS"][0]))


METRIC = Auccess()


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
    return tuple(sorted(rows, key=lambda row: (-row.share, row.template)))
