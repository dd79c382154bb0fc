"""The metric of ladders: right answers by rung, calibration, and the stasis bias."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, estimate
from topple.metrics.calibration import Calibration, calibrate
from topple.metrics.distinct import distinct
from topple.metrics.metric import Counts, Figure, Floats, Metric, Summary
from topple.metrics.templates import score_templates
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.ladder.find import find_item
from topple.worlds.ladder.items import Item
from topple.worlds.ladder.rows import RUNGS, YES_OR_NO, Kind

_NONE = Estimate(math.nan, None)
_CHANCE = {Kind.TOUCH: 0.5, Kind.WITHOUT: 0.5, Kind.POINT: 0.0}
_OF_FOUR = 0.25


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class LadderScore(Summary):
    """The results of a run.

    `stasis` is how much more often answers say that nothing happens than is true, over the
    questions where that is an answer.
    """

    accuracy: Estimate
    chance: float
    rungs: dict[str, tuple[Estimate, float]]
    calibration: Calibration | None
    stasis: Estimate

    @property
    def by_rung(self) -> tuple[Figure, ...]:
        return tuple(Figure(rung, own, _floor(floor)) for rung, (own, floor) in self.rungs.items())

    @property
    def figures(self) -> tuple[Figure, ...]:
        found = self.calibration
        brier = (found.brier, {"base rate": found.brier_of_base_rate}) if found else (_NONE, {})
        return (
            Figure("accuracy", self.accuracy, {"chance": self.chance}),
            *self.by_rung,
            Figure("Brier", *brier, share=False),
            Figure("ECE", (found and found.ece) or _NONE, share=False),
            Figure("stasis bias", self.stasis),
        )

    def facts(self) -> dict[str, Any]:
        return {
            "figures": {figure.title: figure.facts() for figure in self.figures},
            "calibration": asdict(self.calibration) if self.calibration else None,
        }


class LadderMetric(Metric):
    """Items answered right; intervals resample the templates that are asked about."""

    name = "ladder"
    title = "accuracy"
    earned = "right answers"
    about = "right answers by rung, calibration of stated probabilities, stasis bias"
    rules = "Each item has one answer; one that cannot be read is wrong."
    reads_attempts = True

    def credit(self, counts: Counts) -> Floats:
        return (counts.solved_at > 0).astype(np.float64)

    def score(self, counts: Counts) -> LadderScore:
        rows = [row for row, made in enumerate(counts.made) if made]
        if not rows:
            raise BadInput("a run without any attempt has no score")
        made = [counts.made[row][0] for row in rows]
        items = [find_item(each.task) for each in made]
        right, template = self.credit(counts)[rows], counts.template[rows]
        rungs = {}
        for rung in RUNGS:
            own = np.array([item.rung == rung for item in items])
            if own.any():
                floor = _chance([item for item in items if item.rung == rung])
                rungs[rung] = estimate(right[own], template[own]), floor
        return LadderScore(
            tasks=len(items),
            templates=len(distinct(template)),
            by_template=score_templates(template, right, right),
            folds=None,
            accuracy=estimate(right, template),
            chance=_chance(items),
            rungs=rungs,
            calibration=_calibration(items, made, template),
            stasis=_stasis(items, made, template),
        )


METRIC = LadderMetric()


def _floor(chance: float) -> dict[str, float]:
    """Return what chance gives, where that is anything."""
    return {"chance": chance} if chance else {}


def _chance(items: Sequence[Item]) -> float:
    """Return the share of right answers of one who knows neither picture nor question."""
    return sum(_CHANCE.get(item.kind, _OF_FOUR) for item in items) / len(items)


def _calibration(
    items: Sequence[Item], made: Sequence[Attempt], template: NDArray[np.str_]
) -> Calibration | None:
    asked = [place for place, item in enumerate(items) if item.kind in YES_OR_NO]
    if not asked:
        return None
    stated = [answer[0] if (answer := _answer(made[place])) else math.nan for place in asked]
    truth = np.array([bool(items[place].row.answer) for place in asked])
    return calibrate(truth, np.array(stated), template[asked])


def _stasis(items: Sequence[Item], made: Sequence[Attempt], template: NDArray[np.str_]) -> Estimate:
    """Compare how often readable answers say that nothing happens with how often that is so."""
    off, where = [], []
    for item, attempt, name in zip(items, made, template, strict=True):
        answer = _answer(attempt)
        if answer and item.stasis is not None:
            off.append(float(item.says_stasis(answer)) - float(item.stasis))
            where.append(name)
    return estimate(np.array(off), np.array(where)) if off else _NONE


def _answer(attempt: Attempt) -> Action:
    """Return the numbers of an answer, none if it could not be read or is no answer."""
    read = attempt.outcome in (Outcome.SOLVED, Outcome.MISSED)
    return tuple(n for n in attempt.action or () if n is not None) if read else ()
