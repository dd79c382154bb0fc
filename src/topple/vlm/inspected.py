"""Plans as Inspect tasks, and the scorers of success and of stated probabilities.

A question is a plain sample: its messages are the input, so that any solver can answer it, and the
scorer reads the output. Games are asked by a solver of ours, which decides what comes next.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from topple.metrics.metric import Counts, metric
from topple.prompting.exchange import Key
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.answered import made_in
from topple.vlm.messages import messages_of
from topple.vlm.plan import ModelPlan
from topple.vlm.solver import play

RUN = "run"  # where a log keeps the content of run.json
# The options of DeepPHY, unless a plan has others.
_USUAL: dict[str, Any] = {"temperature": 0.1, "max_tokens": 4096}


def inspect_task(plan: ModelPlan, record: str = "", items: Sequence[Key] | None = None) -> Task:
    """Make an Inspect task of a plan, or of some of its tasks, given by fold and name.

    `record` names the record that attempts are added to; without one, Inspect is on its own.
    """
    protocol, keys = plan.protocol, plan.items() if items is None else items
    setup, choices = plan.setup.data(), protocol.choices.data()
    asked = {"name": protocol.name, "asking": setup, "choices": choices}
    scorers: list[Scorer] = [solved(asked, sorted(protocol.uncounted), protocol.attempts)]
    if not record and metric(protocol.metric).lower:
        scorers.append(brier(asked))
    plain = not record and plan.asks_plainly
    make = _question if plain else _game
    return Task(
        dataset=MemoryDataset([make(plan, record, key) for key in keys], name=protocol.name),
        solver=generate() if plain else play(protocol.name, setup, choices),
        scorer=scorers,
        # Settings of a task override those of its model.
        config=GenerateConfig(**{**_USUAL, **plan.options}),
        name=protocol.name.replace("-", "_"),
        version=protocol.version,
        metadata={RUN: plan.settings()},
    )


def _game(plan: ModelPlan, record: str, key: Key) -> Sample:
    fold, name = key
    return Sample(
        id=f"{fold}:{name}",
        input=f"{plan.protocol.name}, fold {fold}: {name}",
        metadata={
            "fold": fold,
            "task": name,
            "template": plan.template(name),
            "record": record,
        },
    )


def _question(plan: ModelPlan, record: str, key: Key) -> Sample:
    """Return a question with everything that is asked, and the right answer if there is one."""
    episode = plan.begin(key)
    sample = _game(plan, record, key)
    sample.input = messages_of(episode.question(), episode.hint)
    sample.target = str(plan.truth(key[1]).get("truth", ""))
    return sample


@scorer(metrics={"*": [mean(), stderr(cluster="template")]})
def solved(asked: dict[str, Any], uncounted: list[str], attempts: int) -> Scorer:
    """Score success at the first and at the last attempt.

    A task that a failure of the provider ended has neither: Inspect leaves NaN out of its means.
    """
    left_out = {Outcome(name) for name in uncounted}

    async def score(state: TaskState, target: Target) -> Score:
        made = await made_in(state, asked)
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


@scorer(metrics=[mean(), stderr(cluster="template")])
def brier(asked: dict[str, Any]) -> Scorer:
    """Compute the Brier score of a stated probability; NaN if the provider failed to answer."""
    used = protocol(asked["name"])

    async def score(state: TaskState, target: Target) -> Score:
        every = await made_in(state, asked)
        made = [each for each in every if each.outcome not in used.uncounted]
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
