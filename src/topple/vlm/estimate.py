"""Estimate the cost of a run before anything is spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.prompting.exchange import Spent
from topple.prompting.question import Question
from topple.vlm.baselines import answer
from topple.vlm.money import Price, tokens_of
from topple.vlm.plan import ModelPlan

_SAMPLED = 12  # tasks; fewer where each has many attempts
_LEAST, _ATTEMPTS = 3, 120


@dataclass(frozen=True, slots=True)
class Estimate:
    """The size of a run, if the model is no better than random valid actions."""

    tasks: int
    questions: int
    pictures: int
    tokens_in: int
    tokens_out: int
    cost_usd: float | None

    @property
    def words(self) -> str:
        """The size in words."""
        cost = "" if self.cost_usd is None else f", ${self.cost_usd:,.2f}"
        tokens = self.tokens_in + self.tokens_out
        return f"about {self.questions:,} questions, {tokens:,} tokens{cost}"


def total(found: Sequence[Estimate]) -> Estimate:
    """Add up the sizes of several runs; the cost is known if that of each is."""
    costs = [each.cost_usd for each in found]
    return Estimate(
        sum(each.tasks for each in found),
        sum(each.questions for each in found),
        sum(each.pictures for each in found),
        sum(each.tokens_in for each in found),
        sum(each.tokens_out for each in found),
        None if None in costs else sum(cost for cost in costs if cost),
    )


def estimate(
    plan: ModelPlan, price: Price | None = None, answer_tokens: int | None = None
) -> Estimate:
    """Play a few tasks with random valid actions, and count what is asked."""
    items = plan.items()
    sampled = min(_SAMPLED, max(_LEAST, _ATTEMPTS // plan.protocol.attempts))
    some = plan.protocol.some([name for _, name in items], sampled)
    asked = [question for name in some for question in _questions(plan, name)]
    scale = len(items) / len(some)
    words = sum(map(tokens_of, asked)) * scale
    out = len(asked) * scale * (answer_tokens or plan.answer_tokens)
    return Estimate(
        len(items),
        round(len(asked) * scale),
        round(sum(len(question.pictures) for question in asked) * scale),
        round(words),
        round(out),
        None if price is None else price.cost(words, out),
    )


def _questions(plan: ModelPlan, task: str) -> list[Question]:
    game = plan.begin((plan.folds[0], task))
    found = []
    while not game.over:
        question = game.question()
        found.append(question)
        game.answer(question, answer("random-valid", game.hint, plan.seed), Spent())
    return found
