"""Accuracy: the share of questions that are answered right."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, Sampled, estimate, sample
from topple.metrics.metric import Counts, Figure, Floats, Metric, Summary
from topple.metrics.templates import score_templates


@dataclass(frozen=True, eq=False, slots=True)
class AccuracyScore(Summary):
    """The results of a run."""

    accuracy: Estimate

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (Figure("accuracy", self.accuracy),)

    def facts(self) -> dict[str, Any]:
        return {"accuracy": asdict(self.accuracy)}


class Accuracy(Metric):
    """Questions answered right; scenes are drawn one by one, so that intervals resample them."""

    name = "accuracy"
    unit = "question"
    title = "accuracy"
    earned = "right answers"
    about = "share of questions answered right; intervals resample questions"
    rules = "Each question has one answer; one that cannot be read is wrong."

    def credit(self, counts: Counts) -> Floats:
        return (counts.solved_at > 0).astype(np.float64)

    def sampled(self, apart: Floats, template: NDArray[np.str_]) -> Sampled:
        return sample(apart, _each(len(apart)))

    def score(self, counts: Counts) -> AccuracyScore:
        if not len(counts):
            raise BadInput("a run without any attempt has no score")
        right = self.credit(counts)
        return AccuracyScore(
            tasks=len(counts),
            templates=len(counts),  # intervals resample these
            by_template=score_templates(counts.template, right, right),
            folds=None,
            accuracy=estimate(right, _each(len(counts))),
        )


METRIC = Accuracy()


def _each(count: int) -> NDArray[np.str_]:
    """Name every question, as a cluster of its own."""
    return np.arange(count).astype(np.str_)
