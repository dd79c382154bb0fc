"""PhysIQ as Inspect tasks: `inspect eval topple/physiq_yesno --model openai/gpt-4o -T shots=2`.

Items, reading and scores are those of `topple.physiq`. `topple vlm convert` makes a run folder
of the log, and `topple report` gives all scores.
"""

from __future__ import annotations

import math

from inspect_ai import Task, task
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from topple.physiq.find import find_item
from topple.physiq.items import AnswerForm, Kind, QuestionMode
from topple.physiq.protocols import protocol_of
from topple.physiq.records import from_numbers
from topple.physiq.scoring import credit
from topple.physiq.settings import QuestionSettings
from topple.tasks.outcome import Outcome
from topple.vlm.inspected import inspect_task
from topple.vlm.plan_questions import QuestionPlan
from topple.vlm.solver import made_in


@task
def physiq_sanity(mode: str = "strict", limit: int | None = None) -> Task:
    """Ask whether two bodies touch in a picture."""
    return _task(Kind.SANITY, QuestionSettings(QuestionMode(mode)), limit)


@task
def physiq_confidence(mode: str = "strict", limit: int | None = None) -> Task:
    """Ask how likely it is that a proposal wins."""
    return _task(Kind.CONFIDENCE, QuestionSettings(QuestionMode(mode)), limit)


@task
def physiq_yesno(
    mode: str = "strict", shots: int = 0, frames: int = 1, limit: int | None = None
) -> Task:
    """Ask whether a proposal wins."""
    return _task(Kind.YESNO, QuestionSettings(QuestionMode(mode), shots, frames), limit)


@task
def physiq_ranking(mode: str = "strict", shots: int = 0, limit: int | None = None) -> Task:
    """Ask for the order of four proposals."""
    return _task(Kind.RANKING, QuestionSettings(QuestionMode(mode), shots), limit)


@task
def physiq_insertion(mode: str = "strict", limit: int | None = None) -> Task:
    """Ask for a placement that wins, in five attempts."""
    return _task(Kind.INSERTION, QuestionSettings(QuestionMode(mode)), limit)


def _task(kind: Kind, settings: QuestionSettings, limit: int | None) -> Task:
    found = protocol_of(kind, settings)
    plan = QuestionPlan(found, settings, "", found.folds, limit=limit)
    return inspect_task(plan, scorers=[brier()] if kind is Kind.CONFIDENCE else [])


@scorer(metrics=[mean(), stderr(cluster="template")])
def brier() -> Scorer:
    """Give the Brier score of a stated probability; none where a provider's fault left none."""

    async def score(state: TaskState, target: Target) -> Score:
        made = [each for each in made_in(state) if each.outcome is not Outcome.FAILED]
        if not made:
            return Score(value=math.nan)
        item = find_item(str(state.metadata["task"]))
        found = from_numbers(AnswerForm.PERCENT, made[-1].action)
        return Score(value=-float(credit([item], [found])[0]))

    return score
