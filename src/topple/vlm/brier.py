"""The Inspect scorer of PhysIQ's stated probabilities."""

from __future__ import annotations

import math

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from topple.physiq.find import find_item
from topple.physiq.items import AnswerForm
from topple.physiq.records import from_numbers
from topple.physiq.scoring import credit
from topple.tasks.outcome import Outcome
from topple.vlm.solver import made_in


@scorer(metrics=[mean(), stderr(cluster="template")])
def brier() -> Scorer:
    """Compute the Brier score of a stated probability; NaN if the provider failed to answer."""

    async def score(state: TaskState, target: Target) -> Score:
        made = [each for each in made_in(state) if each.outcome is not Outcome.FAILED]
        if not made:
            return Score(value=math.nan)
        item = find_item(str(state.metadata["task"]))
        found = from_numbers(AnswerForm.PERCENT, made[-1].action)
        return Score(value=-float(credit([item], [found])[0]))

    return score
