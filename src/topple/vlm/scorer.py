"""The Inspect scorer: success at a task."""

from __future__ import annotations

import math

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from topple.tasks.outcome import Outcome
from topple.vlm.solver import made_in


@scorer(metrics={"*": [mean(), stderr(cluster="template")]})
def solved(uncounted: list[str], attempts: int) -> Scorer:
    """Score success at the first and at the last attempt.

    A task that a failure of the provider ended has neither: Inspect leaves NaN out of its means.
    """
    left_out = {Outcome(name) for name in uncounted}

    async def score(state: TaskState, target: Target) -> Score:
        made = made_in(state)
        counted = [attempt for attempt in made if attempt.outcome not in left_out]
        outcomes = [attempt.outcome for attempt in counted]
        over = Outcome.SOLVED in outcomes or len(counted) >= attempts
        last = made[-1] if made else None
        return Score(
            value={
                "success_at_1": float(outcomes[0] is Outcome.SOLVED) if outcomes else math.nan,
                f"success_at_{attempts}": float(Outcome.SOLVED in outcomes) if over else math.nan,
            },
            answer=str(last.outcome) if last else "",
            explanation=last.note if last else "",
            metadata={"attempts": [attempt.to_line() for attempt in made]},
        )

    return score
