"""What a run would cost, told before anything is spent."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

from topple.vlm.baselines import Note, answer
from topple.vlm.episode import Spent
from topple.vlm.episodes import episode
from topple.vlm.pictures import Picture, Question
from topple.vlm.plan import VlmPlan, stratified

_LETTERS_PER_TOKEN = 4.0
# A common way to count pictures: a base and so many tokens for every tile that is begun.
_TILE, _TOKENS_PER_TILE, _TOKENS_PER_PICTURE = 512, 170, 85
_ANSWERS = {"vla": 60, "wm": 250}  # tokens, if the model does not think at length
_SAMPLED = 12


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run asks for if the model is no better than valid actions at random."""

    tasks: int
    questions: int
    pictures: int
    tokens_in: int
    tokens_out: int
    cost_usd: float | None


def estimate(
    plan: VlmPlan, price: tuple[float, float] | None = None, answer_tokens: int | None = None
) -> Estimate:
    """Play a few tasks with actions that are valid but mostly wrong, and count what is asked."""
    items = plan.items()
    some = stratified([name for _, name in items], _SAMPLED)
    asked = [question for name in some for question in _questions(plan, name)]
    scale = len(items) / len(some)
    words = sum(map(_tokens, asked)) * scale
    out = len(asked) * scale * (answer_tokens or _ANSWERS[plan.setup.format])
    return Estimate(
        len(items),
        round(len(asked) * scale),
        round(sum(len(question.pictures) for question in asked) * scale),
        round(words),
        round(out),
        None if price is None else (words * price[0] + out * price[1]) / 1e6,
    )


def _questions(plan: VlmPlan, task: str) -> list[Question]:
    rules = plan.protocol
    game = episode(plan.setup, rules, task, plan.folds[0])
    found = []
    while not game.over:
        question = game.question()
        found.append(question)
        note = Note(rules.name, task, game.fold, game.number, game.decision, plan.setup.form)
        game.answer(question, answer("random-valid", note, plan.seed), Spent())
    return found


def _tokens(question: Question) -> float:
    words = [question.system, *(part for part in question.parts if isinstance(part, str))]
    letters = sum(map(len, words)) / _LETTERS_PER_TOKEN
    return letters + sum(map(_picture_tokens, question.pictures))


def _picture_tokens(picture: Picture) -> int:
    width, height = (int(side) for side in struct.unpack(">II", picture.png[16:24]))
    tiles = math.ceil(width / _TILE) * math.ceil(height / _TILE)
    return _TOKENS_PER_PICTURE + _TOKENS_PER_TILE * tiles
