"""AUCCESS of a run with success by attempt, folds, curve and templates."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Clusters, Estimate, estimate
from topple.metrics.credit import credit, expected_credit, solved_within
from topple.metrics.distinct import distinct
from topple.metrics.folds import Spread, per_fold
from topple.metrics.metric import Counts, Figure, Metric, Summary
from topple.metrics.original import Original, load_published
from topple.metrics.survival import solved_by
from topple.metrics.templates import TemplateScore, best_first

MARKS = (1, 10, 100)  # the attempts at which success is reported
_PUBLISHED = Path(__file__).with_name("auccess.json")

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Curve:
    """The share of tasks solved within 1 to n attempts."""

    attempts: NDArray[np.int64]
    success: Floats
    clusters: Clusters

    def bands(self) -> Floats | None:
        """Compute pointwise 95 % bands, 2 x attempts, from the resamples of all intervals.

        None for too few templates.
        """
        return self.clusters.interval()


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Score(Summary):
    """The AUCCESS results of a run; `success` and `success_folds` have an entry per mark."""

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
    """PHYRE's metric: the share of tasks solved by attempt k, averaged with falling weights."""

    name = "auccess"
    title = earned = "AUCCESS"
    about = "points of AUCCESS: 100 if every task is solved at once, 0 if none is solved"
    rules = (
        "An agent acts on a task; if that does not solve it, it may try again, up to {attempts} "
        "times."
    )
    by_folds = True
    page = "curves"

    def credit(self, counts: Counts) -> Floats:
        return _shares(counts.solved_at, counts.had, counts.attempts)

    def score(self, counts: Counts) -> Score:
        return score(counts.solved_at, counts.fold, counts.template, counts.attempts, counts.had)

    def originals(self, protocol: str, variant: str = "") -> tuple[Original, ...]:
        if variant:
            return load_published(protocol, variant)
        known = json.loads(_PUBLISHED.read_bytes())
        found = [
            Original(agent, {"AUCCESS": tuple(auccess), "@10": tuple(at10)}, known["source"], 100)
            for agent, (auccess, at10) in known.get(protocol, {}).items()
        ]
        return tuple(sorted(found, key=lambda row: -row.figures["AUCCESS"][0]))


METRIC = Auccess()


def score(
    solved_at: NDArray[np.int64],
    fold: NDArray[np.int64],
    template: NDArray[np.str_],
    attempts: int,
    had: NDArray[np.int64] | None = None,
) -> Score:
    """Score the tasks of a run that allows `attempts` attempts.

    An unsolved task that `had` fewer was cut short: it is expected to go on like the others.
    """
    if not len(solved_at):
        raise BadInput("a run without any attempt has no score")
    marks = [mark for mark in MARKS if mark <= attempts]
    had = np.full(len(solved_at), attempts) if had is None else had
    shares, solved = _shares(solved_at, had, attempts), solved_by(solved_at, had, attempts)
    whole = (solved_at > 0) | (had >= attempts)
    return Score(
        tasks=len(solved_at),
        templates=len(distinct(template)),
        auccess=estimate(shares, template),
        success={k: estimate(solved[:, k - 1], template) for k in marks},
        folds=per_fold(shares, fold),
        success_folds={k: per_fold(solved[:, k - 1], fold) for k in marks},
        curve=curve(solved, template),
        by_template=by_template(solved_at[whole], template[whole], attempts),
    )


def _shares(solved_at: NDArray[np.int64], had: NDArray[np.int64], attempts: int) -> Floats:
    """Compute the credit of each task; the expected credit of one that was cut short."""
    found = credit(solved_at, attempts)
    cut = (solved_at == 0) & (had < attempts)
    if cut.any():
        found[cut] = expected_credit(solved_by(solved_at, had, attempts)[cut])
    return found


def curve(solved: Floats, template: NDArray[np.str_]) -> Curve:
    """Compute success against attempts."""
    clusters = Clusters.of(solved, template)
    return Curve(np.arange(1, solved.shape[1] + 1), clusters.means(), clusters)


def by_template(
    solved_at: NDArray[np.int64], template: NDArray[np.str_], attempts: int
) -> tuple[TemplateScore, ...]:
    """Return one row per template, the best first."""
    shares = credit(solved_at, attempts)
    return best_first(
        TemplateScore(
            name,
            int(own.sum()),
            int(solved_within(solved_at[own], attempts).sum()),
            float(shares[own].mean()),
            {k: float(solved_within(solved_at[own], k).mean()) for k in MARKS if k <= attempts},
        )
        for name in distinct(template)
        for own in [template == name]
    )
