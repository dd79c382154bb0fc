"""Nine-ball: games won within few shots, and balls potted per shot."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, Sampled, estimate, estimate_of, sample
from topple.metrics.distinct import distinct
from topple.metrics.metric import Counts, Figure, Floats, Metric, Summary
from topple.metrics.original import Original, load_published
from topple.metrics.templates import score_templates

FEW = 5  # shots within which wins are counted apart
MOST = 15


@dataclass(frozen=True, eq=False, slots=True)
class NineBallScore(Summary):
    """The results of a run; `shots` counts lost games as one shot more than they may have."""

    few: Estimate
    won: Estimate
    pots: Estimate
    shots: Estimate

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (
            Figure(f"won in {FEW}", self.few),
            Figure(f"won in {MOST}", self.won),
            Figure("pots per 100 shots", self.pots),
        )

    def facts(self) -> dict[str, Any]:
        return {
            f"won_in_{FEW}": asdict(self.few),
            f"won_in_{MOST}": asdict(self.won),
            "pots_per_shot": asdict(self.pots),
            "shots": asdict(self.shots),
        }


class NineBall(Metric):
    """Games won within five shots. Every rack is a cluster of its own."""

    name = "nine-ball"
    unit = "rack"
    title = f"won in {FEW}"
    earned = "games won"
    about = (
        f"share of games won within {FEW} shots; also within {MOST}, and balls potted legally per "
        "shot. Intervals resample racks"
    )
    rules = f"An agent plays each rack once, with up to {MOST} shots."

    def credit(self, counts: Counts) -> Floats:
        return _within(counts, FEW)

    def sampled(self, apart: Floats, template: NDArray[np.str_]) -> Sampled:
        return sample(apart, np.arange(len(apart)).astype(np.str_))

    def score(self, counts: Counts) -> NineBallScore:
        if not len(counts):
            raise BadInput("a run without any attempt has no score")
        racks, won = _racks(counts), _within(counts, MOST)
        steps = np.zeros(len(counts)) if counts.steps is None else counts.steps
        points = np.zeros(len(counts)) if counts.points is None else counts.points
        shots = np.where(won > 0, steps, MOST + 1.0)
        return NineBallScore(
            tasks=len(counts),
            templates=len(distinct(racks)),  # intervals resample these
            by_template=score_templates(counts.template, won, _within(counts, FEW)),
            folds=None,
            few=estimate(_within(counts, FEW), racks),
            won=estimate(won, racks),
            pots=estimate_of(lambda w: (w @ points) / np.maximum(w @ steps, 1e-9), racks),
            shots=estimate(shots, racks),
        )

    def originals(self, protocol: str, variant: str = "") -> tuple[Original, ...]:
        return load_published(protocol, variant)


METRIC = NineBall()


def _within(counts: Counts, shots: int) -> Floats:
    """Return 1 for every game won within so many shots."""
    won = counts.solved_at > 0
    # While a run goes on, the number of shots is not known yet.
    quick = won if counts.steps is None else won & (counts.steps <= shots)
    return quick.astype(np.float64)


def _racks(counts: Counts) -> NDArray[np.str_]:
    """Name the racks: the same place in every fold is the same rack."""
    places = np.zeros(len(counts), np.int64)
    for fold in distinct(counts.fold):
        own = counts.fold == fold
        places[own] = np.arange(own.sum())
    return places.astype(np.str_)
