"""The Inspect scorer of stated probabilities."""

from __future__ import annotations

import math

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from topple.metrics.metric import counts_of, metric
from topple.protocols import protocol
from topple.vlm.solver import made_in


@scorer(metrics=[mean(), stderr(cluster="template")])
def brier(protocol_name: str) -> Scorer:
    """Compute the Brier score of a stated probability; NaN if the provider failed to answer."""
    rules = protocol(protocol_name)

    async def score(state: TaskState, target: Target) -> Score:
        made = [each for each in made_in(state) if each.outcome not in rules.uncounted]
        if not made:
            return Score(value=math.nan)
        (credit,) = metric(rules.metric).credit(counts_of(made, state.metadata["template"]))
        return Score(value=-float(credit))

    return score
