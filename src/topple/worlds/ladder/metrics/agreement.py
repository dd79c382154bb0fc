"""The metric of the rebuild probe: how far rebuilt scenes do what the true ones do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, estimate
from topple.metrics.distinct import distinct
from topple.metrics.metric import Counts, Figure, Floats, Metric, Summary
from topple.metrics.templates import score_templates
from topple.worlds.ladder.rebuild.items import REBUILT


@dataclass(frozen=True, eq=False, slots=True)
class AgreementScore(Summary):
    """The results of a run; `rebuilt` is the share of scenes that do nearly the same."""

    agreement: Estimate
    rebuilt: Estimate

    @property
    def figures(self) -> tuple[Figure, ...]:
        return Figure("agreement", self.agreement), Figure("rebuilt", self.rebuilt)

    def facts(self) -> dict[str, Any]:
        return {"agreement": asdict(self.agreement), "rebuilt": asdict(self.rebuilt)}


class Agreement(Metric):
    """Things that are where they should be."""

    name = title = "agreement"
    earned = "agreement"
    about = (
        "share of things that are where they should be, over moments of the true scene; also the "
        f"share of scenes where that is at least {REBUILT:.0%}. Intervals resample templates"
    )
    rules = "Each scene is written once; one that cannot be simulated agrees in nothing."

    def credit(self, counts: Counts) -> Floats:
        return np.zeros(len(counts)) if counts.points is None else counts.points

    def score(self, counts: Counts) -> AgreementScore:
        if not len(counts):
            raise BadInput("a run without any attempt has no score")
        credit, rebuilt = self.credit(counts), counts.solved_at > 0
        return AgreementScore(
            tasks=len(counts),
            templates=len(distinct(counts.template)),
            by_template=score_templates(counts.template, rebuilt, credit),
            folds=None,
            agreement=estimate(credit, counts.template),
            rebuilt=estimate(rebuilt.astype(np.float64), counts.template),
        )


METRIC = Agreement()
