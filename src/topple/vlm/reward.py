"""A reward for reinforcement learning: answers are read and simulated as in an evaluation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from topple.errors import BadInput
from topple.prompting.conversation import Conversation
from topple.tasks.outcome import Outcome
from topple.vlm.lessons import PARTS, training_tasks
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of

SOLVED, PLAYED, UNPLAYED = 1.0, 0.0, -1.0
_PLAYED = {Outcome.SOLVED: SOLVED, Outcome.MISSED: PLAYED, Outcome.UNSETTLED: PLAYED}


def reward(
    prompts: Sequence[Any],
    completions: Sequence[Any],
    *,
    protocol: Sequence[str],
    fold: Sequence[int],
    task: Sequence[str],
    asking: Sequence[str],
    **others: Any,
) -> list[float]:
    """Return 1 for an answer that solves its task, 0 for one that misses, -1 for no valid action.

    Completions are texts, or conversations whose last message is the answer. The columns after
    them are those of `topple export PROTOCOL --train prompts`. In games of many turns an answer is
    the first move, and solves the task if the game is won by it. The signature is that of reward
    functions in TRL, which passes `others` too. Test tasks are refused.
    """
    games = map(_begin, protocol, map(int, fold), task, asking)
    outcomes = [
        game.simulate(_text(said))[1].outcome for game, said in zip(games, completions, strict=True)
    ]
    return [_PLAYED.get(outcome, UNPLAYED) for outcome in outcomes]


@lru_cache(maxsize=1024)
def _begin(protocol: str, fold: int, task: str, asking: str) -> Conversation:
    """Begin a task; simulating answers leaves it as it is."""
    if task not in _tasks(protocol, fold):
        raise BadInput(
            f"`{task}` is no training task of `{protocol}`, fold {fold}",
            f"`topple export {protocol} --train prompts` writes those tasks",
        )
    return _plan(protocol, fold, asking).begin((fold, task))


@lru_cache(maxsize=64)
def _plan(protocol: str, fold: int, asking: str) -> ModelPlan:
    return plan_of(protocol, json.loads(asking), folds=(fold,))


@lru_cache(maxsize=64)
def _tasks(protocol: str, fold: int) -> frozenset[str]:
    plan = plan_of(protocol, usual_setup(protocol), folds=(fold,))
    return frozenset(name for part in PARTS for name in training_tasks(plan, part))


def _text(said: Any) -> str:
    """Return the text of a completion."""
    if isinstance(said, str):
        return said
    content = said[-1]["content"]
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text") or "") for part in content)
