"""The Inspect scorer of stated probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from topple.metrics.metric import Counts, metric
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.solver import made_in


@scorer(metrics=[mean(), stderr(cluster="template")])
def brier(protocol_name: str) -> Scorer:
    """Compute the Brier score of a stated probability; NaN if the provider failed to answer."""
    used = protocol(protocol_name)

    async def score(state: TaskState, target: Target) -> Score:
        made = [each for each in made_in(state) if each.outcome not in used.uncounted]
        if not made:
            return Score(value=math.nan)
        (credit,) = metric(used.metric).credit(_count(made, state.metadata["template"]))
        return Score(value=-float(credit))

    return score


def _count(made: Sequence[Attempt], template: str) -> Counts:
    """Return the counts of one task that was attempted once or more, in one fold."""
    solved = [each.number for each in made if each.outcome is Outcome.SOLVED]
    one = np.ones(1, np.int64)
    return Counts(
        fold=one * made[0].fold,
        template=np.array([template]),
        solved_at=one * (solved[0] if solved else 0),
        passed=one * len(solved),
        counted=one * len(made),
        attempts=len(made),
        made=(tuple(made),),
        planned=1,
    )
