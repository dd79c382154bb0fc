"""The numbers of a run of questions, and those of baselines that ignore the picture."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from topple.metrics.bootstrap import Estimate, Floats
from topple.metrics.calibration import Calibration
from topple.metrics.insertions import Inserted
from topple.metrics.judgements import CHANCE, Judged
from topple.metrics.paired import Difference, difference
from topple.metrics.rankings import CHANCE_EXACT, CHANCE_RECIPROCAL, CHANCE_TOP, Ranked
from topple.physiq.items import Item, Kind
from topple.physiq.reports.load import Answers
from topple.physiq.scoring import Score, credit, won

_BLIND = ("accuracy", "AUROC", "first right")


@dataclass(frozen=True, slots=True)
class Figure:
    """One number; `floors` are those of baselines that ignore the picture, by name.

    `blind` are those of rules that are the best in hindsight: see `blind`.

    A share is shown in points from 0 to 100, any other number with three decimals.
    """

    title: str
    estimate: Estimate | None
    floors: Mapping[str, float] = field(default_factory=dict)
    share: bool = True
    blind: Mapping[str, float] = field(default_factory=dict)

    @property
    def value(self) -> str:
        return "-" if self.estimate is None else self.written(self.estimate.value)

    @property
    def interval(self) -> str:
        if self.estimate is None or self.estimate.interval is None:
            return "-"
        low, high = map(self.written, self.estimate.interval)
        return f"{low} to {high}"

    def written(self, value: float) -> str:
        """Write a value in the format of this number."""
        if math.isnan(value):
            return "-"
        # Adding 0 turns a rounded -0 into 0.
        return (
            f"{round(100 * value, 1) + 0.0:.1f}" if self.share else f"{round(value, 3) + 0.0:.3f}"
        )

    def facts(self) -> dict[str, Any]:
        """Return the number as plain data."""
        found = asdict(self.estimate) if self.estimate else {"value": None, "interval": None}
        if self.estimate and math.isnan(self.estimate.value):
            found = {"value": None, "interval": None}
        blind = {"blind": dict(self.blind)} if self.blind else {}
        return {**found, "floors": dict(self.floors), **blind}


def figures(score: Score | Inserted) -> tuple[Figure, ...]:
    """Return the numbers of a row; the first one ranks."""
    match score:
        case Judged():
            return _judged(score)
        case Calibration():
            return _stated(score)
        case Ranked():
            return _ranked(score)
    return _inserted(score)


def with_blind(found: tuple[Figure, ...], scores: Mapping[str, float]) -> tuple[Figure, ...]:
    """Add what blind rules score to the figure that they have: one of `_BLIND`."""
    return tuple(replace(f, blind=scores) if f.title in _BLIND else f for f in found)


def _judged(found: Judged) -> tuple[Figure, ...]:
    floors = {"chance": CHANCE, "always no": found.always_no, "always yes": found.always_yes}
    return (
        Figure("accuracy", found.accuracy, floors),
        Figure("balanced", found.balanced, {"chance": CHANCE}),
        Figure("says yes", found.yes_rate, {"truth": found.always_yes}),
        Figure("d'", found.sensitivity, {"chance": 0.0}, share=False),
        Figure("criterion", found.criterion, {"even": 0.0}, share=False),
    )


def _stated(found: Calibration) -> tuple[Figure, ...]:
    by_chance = found.ece_of_the_calibrated
    return (
        Figure("Brier", found.brier, {"base rate": found.brier_of_base_rate}, share=False),
        Figure("log score", found.log_score, {"base rate": found.log_score_of_base_rate}, False),
        Figure("ECE", found.ece, {} if by_chance is None else {"by chance": by_chance}, False),
        Figure("AUROC", found.auroc, {"chance": CHANCE}, share=False),
    )


def _ranked(found: Ranked) -> tuple[Figure, ...]:
    flips = () if found.flips is None else (Figure("flips", Estimate(found.flips, None)),)
    return (
        Figure("first right", found.top, {"chance": CHANCE_TOP}),
        Figure("MRR", found.reciprocal, {"chance": CHANCE_RECIPROCAL}, share=False),
        Figure("tau", found.tau, {"chance": 0.0}, share=False),
        Figure("exact", found.exact, {"chance": CHANCE_EXACT}),
        *flips,
    )


def _inserted(found: Inserted) -> tuple[Figure, ...]:
    most = max(found.solved)
    others = {"valid": found.valid, "recovery": found.recovery, "repeats": found.repeats}
    return (
        Figure(f"won by {most}", found.solved[most]),
        Figure("won at 1", found.solved[1]),
        *(
            Figure(name, None if value is None else Estimate(value, None))
            for name, value in others.items()
        ),
    )


def earned(run: Answers) -> dict[str, float]:
    """Return the credit of each finished item by its id; more is better."""
    if run.kind is Kind.INSERTION:
        over = [talk for talk in run.talks if talk.over]
        return dict(zip([talk.item.id for talk in over], won(over).tolist(), strict=True))
    asked = run.asked
    return dict(zip([i.id for i in asked], credit(asked, run.readings).tolist(), strict=True))


def against(run: Answers) -> dict[str, Difference]:
    """Compare a run with baselines that ignore the picture, on the items it has answered."""
    if run.kind is Kind.INSERTION:
        return {}
    own = earned(run)
    items = [item for item in run.asked if item.id in own]
    found = np.array([own[item.id] for item in items])
    template = np.array([item.template for item in items])
    blind = _blind(run.kind, items)
    return {name: difference(found, theirs, template) for name, theirs in blind.items()}


def _blind(kind: Kind, items: list[Item]) -> dict[str, Floats]:
    """Return the expected credit of baselines that ignore the picture, for each item."""
    truth = np.array([item.truth is True for item in items], np.float64)
    match kind:
        case Kind.RANKING:
            return {"chance": np.full(len(items), CHANCE_TOP)}
        case Kind.CONFIDENCE:
            return {"the base rate": -((truth.mean() - truth) ** 2)}
    return {
        "chance": np.full(len(items), CHANCE),
        "always no": 1 - truth,
        "always yes": truth,
    }
