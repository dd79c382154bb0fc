"""Rope: the share of creatures fed, and of stars collected on the way."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, estimate
from topple.metrics.distinct import distinct
from topple.metrics.metric import Counts, Figure, Floats, Metric, Summary
from topple.metrics.original import Original, load_published
from topple.metrics.templates import score_templates

STARS = 3  # stars per level


@dataclass(frozen=True, eq=False, slots=True)
class FedScore(Summary):
    """The results of a run; stars count only where the creature was fed."""

    fed: Estimate
    stars: Estimate
    all_stars: Estimate

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (
            Figure("fed", self.fed),
            Figure("stars", self.stars),
            Figure("all stars", self.all_stars),
        )

    def facts(self) -> dict[str, Any]:
        return {
            "fed": asdict(self.fed),
            "stars": asdict(self.stars),
            "all_stars": asdict(self.all_stars),
        }


class Fed(Metric):
    """Creatures fed."""

    name = title = "fed"
    earned = "creatures fed"
    about = (
        f"share of levels whose creature is fed; also the share of the {STARS} stars per level, "
        "and of levels with all of them. Intervals resample templates"
    )
    rules = "An agent plays every level once."

    def credit(self, counts: Counts) -> Floats:
        return (counts.solved_at > 0).astype(np.float64)

    def score(self, counts: Counts) -> FedScore:
        if not len(counts):
            raise BadInput("a run without any attempt has no score")
        fed = self.credit(counts)
        stars = np.zeros(len(counts)) if counts.points is None else counts.points
        return FedScore(
            tasks=len(counts),
            templates=len(distinct(counts.template)),
            by_template=score_templates(counts.template, fed, fed),
            folds=None,
            fed=estimate(fed, counts.template),
            stars=estimate(stars / STARS, counts.template),
            all_stars=estimate((stars >= STARS).astype(np.float64), counts.template),
        )

    def originals(self, protocol: str, variant: str = "") -> tuple[Original, ...]:
        return load_published(protocol, variant)


METRIC = Fed()
