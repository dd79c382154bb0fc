"""Metrics of PhysIQ: right answers, stated probabilities, orders and placements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from topple.metrics.bootstrap import Estimate, estimate
from topple.metrics.insertions import Inserted
from topple.metrics.metric import Counts, Figure, Floats, Metric, Summary
from topple.metrics.paired import Difference
from topple.metrics.shares import Shares
from topple.metrics.templates import TemplateScore, best_first
from topple.tasks.outcome import Outcome
from topple.worlds.phyre.metrics.answered import Answered
from topple.worlds.phyre.metrics.blind import blind
from topple.worlds.phyre.metrics.figures import against, earned, figures, with_blind
from topple.worlds.phyre.metrics.scoring import Score
from topple.worlds.phyre.metrics.shares import shares_of
from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.proposal import Grade


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class QuestionScore(Summary):
    """The results of a run; `planned` items are to be answered."""

    answered: Answered
    scored: Score | Inserted
    planned: int
    attempts: int

    @property
    def figures(self) -> tuple[Figure, ...]:
        rules = blind(self.answered.kind, self.answered.asked)
        return with_blind(figures(self.scored), rules)

    @property
    def against(self) -> Mapping[str, Difference]:
        return against(self.answered)

    @property
    def result(self) -> Score | Inserted:
        return self.scored

    @property
    def shares(self) -> Mapping[str, Shares]:
        """What was answered, as shares that add up, under the names of their tables."""
        return shares_of(self.answered, self.attempts)

    @property
    def kind(self) -> str:
        """The kind of question."""
        return str(self.answered.kind)

    @property
    def by_grade(self) -> Mapping[str, Estimate]:
        """The share of right answers about proposals of each grade, for judgements."""
        credit = earned(self.answered)
        found = {}
        for grade in Grade if self.answered.kind is Kind.YESNO else ():
            items = [item for item in self.answered.asked if item.grades == (grade,)]
            if items:
                values = np.array([credit[str(item)] for item in items])
                found[str(grade)] = estimate(values, np.array([i.template for i in items]))
        return found

    def facts(self) -> dict[str, Any]:
        return {
            "items": self.planned,
            "answered": self.tasks,
            "figures": {figure.title: figure.facts() for figure in self.figures},
            "against": {name: asdict(found) for name, found in self.against.items()},
            "shares": {
                name: {row.name: dict(row.counts) for row in found.rows}
                for name, found in self.shares.items()
            },
        }


class QuestionMetric(Metric):
    """Answers to items, item by item; intervals are clustered by template."""

    reads_attempts = True
    page = "questions"
    transcripts = 60
    rules = "An unreadable answer counts as wrong; one that a provider failed to give is left out."

    def credit(self, counts: Counts) -> Floats:
        """Return the credit per item: 1 or 0, or the negated Brier score."""
        found = earned(Answered.of(counts))
        return np.array([found[made[0].task] for made in counts.made])

    def score(self, counts: Counts) -> QuestionScore:
        found = Answered.of(counts)
        templates = _by_template(found)
        return QuestionScore(
            tasks=len(found.asked),
            templates=len(templates),
            by_template=templates,
            folds=None,
            answered=found,
            scored=found.score(),
            planned=counts.planned,
            attempts=counts.attempts,
        )


class Judgements(QuestionMetric):
    """Yes or no."""

    name = "physiq-judgements"
    title = "accuracy"
    earned = "right answers"
    about = "accuracy compared with chance and constant answers, bias"


class Stated(QuestionMetric):
    """A probability."""

    name = "physiq-probabilities"
    title = "negated Brier score"
    earned = "negated Brier score"
    about = "Brier and log score, calibration, area under the ROC curve"
    lower = True


class Choices(QuestionMetric):
    """An order of proposals."""

    name = "physiq-choices"
    title = "first choice"
    earned = "winners put first"
    about = "winners put first, mean reciprocal rank, Kendall's tau"
    transcripts = 25


class Placements(QuestionMetric):
    """A conversation of up to five placements."""

    name = "physiq-placements"
    title = "success"
    earned = "items won"
    about = "success by attempt, kinds of errors"
    transcripts = 50


METRICS = (JUDGEMENTS, STATED, CHOICES, PLACEMENTS) = (
    Judgements(),
    Stated(),
    Choices(),
    Placements(),
)


def _by_template(found: Answered) -> tuple[TemplateScore, ...]:
    solved: dict[str, list[bool]] = {}
    for item, made in zip(found.asked, found.made, strict=True):
        won = any(each.outcome is Outcome.SOLVED for each in made)
        solved.setdefault(item.template, []).append(won)
    return best_first(
        TemplateScore(name, len(own), sum(own), sum(own) / len(own)) for name, own in solved.items()
    )
