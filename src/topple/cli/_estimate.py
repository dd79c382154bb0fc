"""Estimate what a run of a model will ask and cost, for `topple eval --estimate`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from topple.cli._console import say, show_json, show_table
from topple.errors import BadInput
from topple.progress import Bar

if TYPE_CHECKING:
    from topple.vlm.estimate import Estimate
    from topple.vlm.money import Price
    from topple.vlm.plan import ModelPlan

MANY = 1000  # questions that are asked without a question back


def show_estimate(args: argparse.Namespace, plans: Sequence[ModelPlan]) -> None:
    """Print the questions, pictures, tokens and cost of some runs together."""
    from topple.vlm.estimate import total

    found = total(estimate_all(args, plans))
    if args.json:
        show_json(asdict(found))
        return
    priced = price_of(args) is not None
    rows = [
        ("tasks", f"{found.tasks:,}"),
        ("questions", f"{found.questions:,}"),
        ("pictures", f"{found.pictures:,}"),
        ("tokens read", f"{found.tokens_in:,}"),
        ("tokens written", f"{found.tokens_out:,}"),
        ("cost", f"${found.cost_usd:,.2f}" if priced else "give --price IN OUT"),
    ]
    show_table(("about", ""), rows)
    say("tokens are estimated: 1 per 4 letters, 85 per picture and 170 per tile of 512 pixels")


def agree(args: argparse.Namespace, plans: Sequence[ModelPlan]) -> None:
    """Print what runs will ask; large ones need `--spend` or `--yes`."""
    from topple.vlm.baselines import BASELINES
    from topple.vlm.estimate import total

    asked = [plan for plan in plans if not plan.model.startswith(BASELINES)]
    if not asked:
        return
    found = estimate_all(args, asked)
    for plan, each in zip(asked, found, strict=True):
        if len(asked) > 1:
            say(f"{plan.model} on {_asked(plan)}: {each.words}")
    every = total(found)
    say(f"the whole run: {every.words}")
    questions = every.questions
    if questions > MANY and not (args.spend or args.yes):
        raise BadInput(
            f"{questions:,} questions are more than {MANY:,}",
            "give --spend USD to limit the cost, --yes to ask them all, or --limit for fewer tasks",
        )


def estimate_all(args: argparse.Namespace, plans: Sequence[ModelPlan]) -> list[Estimate]:
    """Estimate several runs; each takes seconds, so a bar says how far this is."""
    from topple.vlm.estimate import estimate

    price, found = price_of(args), []
    with Bar("estimate", "runs") as bar:
        for number, plan in enumerate(plans):
            bar.update(number, len(plans), _asked(plan))
            found.append(estimate(plan, price, args.answer_tokens))
        bar.update(len(plans), len(plans))
    return found


def price_of(args: argparse.Namespace) -> Price | None:
    """Return the price that was given."""
    from topple.vlm.money import Price

    if args.cache_price and not args.price:
        raise BadInput("--cache-price has an effect with --price only", "give --price IN OUT, too")
    return Price.given(args.price, args.cache_price)


def _asked(plan: ModelPlan) -> str:
    """Name what a plan asks; a set of questions may be asked in several ways."""
    variant = plan.setup.variant
    return f"{plan.protocol.name} ({variant})" if variant else plan.protocol.name
