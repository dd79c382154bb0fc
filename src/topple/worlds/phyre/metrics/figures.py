"""The numbers of a run of questions, and those of baselines that ignore the picture."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from topple.metrics.bootstrap import Estimate, Floats
from topple.metrics.calibration import Calibration
from topple.metrics.insertions import Inserted
from topple.metrics.judgements import CHANCE, Judged
from topple.metrics.metric import Figure
from topple.metrics.paired import Difference, difference
from topple.metrics.rankings import CHANCE_EXACT, CHANCE_RECIPROCAL, CHANCE_TOP, Ranked
from topple.worlds.phyre.metrics.answered import Answered
from topple.worlds.phyre.metrics.scoring import Score, credit, won
from topple.worlds.phyre.physiq.items import Item, Kind

_UNKNOWN = Estimate(math.nan, None)
_BLIND = ("accuracy", "AUROC", "first right")


def figures(score: Score | Inserted) -> tuple[Figure, ...]:
    """Return the numbers of a row; the first one ranks."""
    match score:
        case Judged():
            return _score_judgements(score)
        case Calibration():
            return _score_statements(score)
        case Ranked():
            return _score_rankings(score)
    return _score_insertions(score)


def with_blind(found: tuple[Figure, ...], scores: Mapping[str, float]) -> tuple[Figure, ...]:
    """Add what blind rules score to the figure that they have: one of `_BLIND`."""
    return tuple(replace(f, blind=scores) if f.title in _BLIND else f for f in found)


def _score_judgements(found: Judged) -> tuple[Figure, ...]:
    floors = {"chance": CHANCE, "always no": found.always_no, "always yes": found.always_yes}
    return (
        Figure("accuracy", found.accuracy, floors),
        Figure("balanced", found.balanced, {"chance": CHANCE}),
        Figure("says yes", found.yes_rate, {"truth": found.always_yes}),
        Figure("d'", found.sensitivity, {"chance": 0.0}, share=False),
        Figure("criterion", found.criterion, {"even": 0.0}, share=False),
    )


def _score_statements(found: Calibration) -> tuple[Figure, ...]:
    by_chance = found.ece_of_the_calibrated
    perfect = {} if by_chance is None else {"by chance": by_chance}
    return (
        Figure("Brier", found.brier, {"base rate": found.brier_of_base_rate}, share=False),
        Figure("log score", found.log_score, {"base rate": found.log_score_of_base_rate}, False),
        Figure("ECE", found.ece or _UNKNOWN, perfect, share=False),
        Figure("AUROC", found.auroc or _UNKNOWN, {"chance": CHANCE}, share=False),
    )


def _score_rankings(found: Ranked) -> tuple[Figure, ...]:
    flips = () if found.flips is None else (Figure("flips", Estimate(found.flips, None)),)
    return (
        Figure("first right", found.top, {"chance": CHANCE_TOP}),
        Figure("MRR", found.reciprocal, {"chance": CHANCE_RECIPROCAL}, share=False),
        Figure("tau", found.tau, {"chance": 0.0}, share=False),
        Figure("exact", found.exact, {"chance": CHANCE_EXACT}),
        *flips,
    )


def _score_insertions(found: Inserted) -> tuple[Figure, ...]:
    most = max(found.solved)
    others = {"valid": found.valid, "recovery": found.recovery, "repeats": found.repeats}
    return (
        Figure(f"won by {most}", found.solved[most]),
        Figure("won at 1", found.solved[1]),
        *(
            Figure(name, Estimate(math.nan if value is None else value, None))
            for name, value in others.items()
        ),
    )


def earned(run: Answered) -> dict[str, float]:
    """Return the credit of each finished item by its id; more is better."""
    if run.kind is Kind.INSERTION:
        over = [talk for talk in run.talks if talk.over]
        return dict(zip([str(talk.item) for talk in over], won(over).tolist(), strict=True))
    asked = run.asked
    return dict(zip(list(map(str, asked)), credit(asked, run.readings).tolist(), strict=True))


def against(run: Answered) -> dict[str, Difference]:
    """Compare a run with baselines that ignore the picture, on the items it has answered."""
    if run.kind is Kind.INSERTION:
        return {}
    own = earned(run)
    items = [item for item in run.asked if str(item) in own]
    found = np.array([own[str(item)] for item in items])
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
