"""Estimate the cost of a run before anything is spent."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

from topple.prompting.episode import Spent
from topple.prompting.question import Picture, Question
from topple.vlm.baselines import answer
from topple.vlm.plan import ModelPlan

_LETTERS_PER_TOKEN = 4.0
# A common way to count pictures: a base, and a number of tokens per tile, full or not.
_TILE, _TOKENS_PER_TILE, _TOKENS_PER_PICTURE = 512, 170, 85
_SAMPLED = 12


@dataclass(frozen=True, slots=True)
class Estimate:
    """The size of a run, if the model is no better than random valid actions."""

    tasks: int
    questions: int
    pictures: int
    tokens_in: int
    tokens_out: int
    cost_usd: float | None


def estimate(
    plan: ModelPlan, price: tuple[float, float] | None = None, answer_tokens: int | None = None
) -> Estimate:
    """Play a few tasks with random valid actions, and count what is asked."""
    items = plan.items()
    some = plan.protocol.some([name for _, name in items], _SAMPLED)
    asked = [question for name in some for question in _questions(plan, name)]
    scale = len(items) / len(some)
    words = sum(map(_tokens, asked)) * scale
    out = len(asked) * scale * (answer_tokens or plan.answer_tokens)
    return Estimate(
        len(items),
        round(len(asked) * scale),
        round(sum(len(question.pictures) for question in asked) * scale),
        round(words),
        round(out),
        None if price is None else (words * price[0] + out * price[1]) / 1e6,
    )


def _questions(plan: ModelPlan, task: str) -> list[Question]:
    game = plan.begin((plan.folds[0], task))
    found = []
    while not game.over:
        question = game.question()
        found.append(question)
        game.answer(question, answer("random-valid", game.hint, plan.seed), Spent())
    return found


def _tokens(question: Question) -> float:
    words = [question.system, *(p for p in question.every_part if isinstance(p, str))]
    letters = sum(map(len, words)) / _LETTERS_PER_TOKEN
    return letters + sum(map(_picture_tokens, question.pictures))


def _picture_tokens(picture: Picture) -> int:
    width, height = (int(side) for side in struct.unpack(">II", picture.png[16:24]))
    tiles = math.ceil(width / _TILE) * math.ceil(height / _TILE)
    return _TOKENS_PER_PICTURE + _TOKENS_PER_TILE * tiles
