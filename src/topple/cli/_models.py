"""Models on the command line: their options, and the run itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._console import say
from topple.cli._model_options import add_options, asking_of
from topple.cli._types import positive, whole
from topple.progress import Bar

if TYPE_CHECKING:
    from topple.vlm.evaluate import Ended, Running
    from topple.vlm.plan import ModelPlan


def add_asking(parser: argparse.ArgumentParser) -> None:
    """Add the options that decide what models are asked and how they answer."""
    add_options(parser)
    answering = parser.add_argument_group("how a model answers")
    answering.add_argument(
        "--temperature", type=float, default=0.1, help="sampling temperature; 0.1 by default"
    )
    answering.add_argument(
        "--max-tokens",
        type=whole(1, 1_000_000),
        default=4096,
        help="token limit per answer; 4096 by default",
    )


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add the options that control how a model is called; they do not change the questions."""
    running = parser.add_argument_group("how a model is reached")
    running.add_argument("--base-url", help="URL of an OpenAI-compatible endpoint")
    running.add_argument(
        "--concurrency",
        type=whole(1, 1000),
        default=32,
        help="questions asked at the same time; 32 by default",
    )
    running.add_argument(
        "--spend", type=positive, metavar="USD", help="stop when this much is spent"
    )
    running.add_argument(
        "--price",
        type=positive,
        nargs=2,
        metavar=("IN", "OUT"),
        help="USD per million input and output tokens",
    )
    running.add_argument(
        "--retries",
        type=whole(0, 100),
        default=6,
        help="times to repeat a question that failed; 6 by default",
    )
    running.add_argument(
        "--timeout",
        type=whole(1, 86_400),
        default=600,
        help="seconds to wait for an answer; 600 by default",
    )
    running.add_argument(
        "--cache-answers", action="store_true", help="reuse answers to identical questions"
    )
    running.add_argument(
        "--log-pictures", action="store_true", help="store pictures in Inspect's log"
    )


def plan_of(args: argparse.Namespace, name: str) -> ModelPlan:
    """Make the plan of a protocol or question set from the command line."""
    from topple.vlm.baselines import BASELINES
    from topple.vlm.plan_questions import plan_of as made

    # These have no effect on baselines.
    asked = not args.model.startswith(BASELINES)
    options = {"temperature": args.temperature, "max_tokens": args.max_tokens} if asked else {}
    return made(
        name,
        asking_of(args, name),
        args.model,
        folds_of(args.fold or "all"),
        seed=args.seed,
        limit=args.limit,
        options=options,
    )


def folds_of(text: str) -> tuple[int, ...] | None:
    """Read folds: `0`, `0,3,7`, `0-9`; None for `all`."""
    from topple.errors import BadInput

    if text == "all":
        return None
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last) if dash else (first, first)
        if not all(end.isascii() and end.isdigit() and len(end) < 6 for end in ends):
            raise BadInput(f"`{text[:40]}` does not name folds", "give 0, or 0,3,7, or 0-9, or all")
        found += range(int(ends[0]), int(ends[1]) + 1)
    return tuple(found)


def carry_out(args: argparse.Namespace, plan: ModelPlan, folder: Path) -> Ended:
    """Ask the model until all tasks are done or it cannot continue; report what is left."""
    from topple.vlm.evaluate import evaluate_model

    with Bar("play", "tasks") as bar:
        ended = evaluate_model(
            plan,
            folder,
            _running(args),
            command=args.line,
            model_args=dict(args.set),
            watch=lambda done, of, usd: bar.update(done, of, f"${usd:.2f}" if usd else ""),
        )
    if ended.spent:
        say(f"stopped: ${args.spend:g} are spent. To continue, run it again with a higher --spend")
    if ended.failed:
        say(f"{ended.failed} tasks got no answer. Run the same command again to ask them again")
    return ended


def _running(args: argparse.Namespace) -> Running:
    from topple.vlm.evaluate import Running

    price: Any = args.price or (0.0, 0.0)
    return Running(
        concurrency=args.concurrency,
        most_usd=args.spend,
        price_in=price[0],
        price_out=price[1],
        retries=args.retries,
        timeout_s=args.timeout,
        cache=args.cache_answers,
        log_pictures=args.log_pictures,
        base_url=args.base_url,
    )
