"""Estimate the cost of a model run, show transcripts, check predictions, convert Inspect logs.

`estimate` predicts the questions, pictures and tokens of a run before anything is spent. `page`
writes a web page of a run with every question, picture, answer and outcome. `predictions` counts
the correct predictions of a run with `--format wm`. `convert` makes a run folder from a log that
`inspect eval topple/...` wrote.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import say, show_json, show_table
from topple.cli._models import add_asking
from topple.cli._types import positive, whole

if TYPE_CHECKING:
    from topple.vlm.plan import ModelPlan

GROUP = "evaluate"
EXAMPLES = """\
  topple vlm estimate deepphy-phyre --limit 100 --price 2.5 10
  topple vlm estimate physiq-yesno --shots 2 --price 2.5 10
  topple vlm estimate benchmark --size medium --price 2.5 10
  topple vlm predictions runs/deepphy-birds-openai-gpt-4o-1a2b3c
  topple vlm page runs/deepphy-phyre-openai-gpt-4o-1a2b3c --out transcripts.html
  topple vlm convert logs/2026-01-01_deepphy-phyre.eval --out runs/converted
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, (add, _, words) in _VERBS.items():
        own = verbs.add_parser(name, help=words, description=words, allow_abbrev=False)
        add(own)
        own.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print JSON for programs"
        )


def run(args: argparse.Namespace) -> int:
    _, carry_out, _ = _VERBS[args.verb]
    carry_out(args)
    return 0


def _add_estimate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("protocol", help="name of the protocol, question set or benchmark")
    parser.add_argument(
        "--limit", type=whole(1, 1_000_000), help="tasks per fold, evenly from all templates"
    )
    parser.add_argument("--fold", help="0, or 0,3,7, or 0-9, or all; 0 by default")
    parser.add_argument(
        "--price",
        type=positive,
        nargs=2,
        metavar=("IN", "OUT"),
        help="USD per million input and output tokens",
    )
    parser.add_argument(
        "--answer-tokens", type=whole(1, 1_000_000), help="mean number of tokens per answer"
    )
    add_asking(parser)


def _add_page(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN", help="a run folder")
    parser.add_argument(
        "--tasks", type=whole(1, 10_000), default=50, help="tasks on the page; 50 by default"
    )
    parser.add_argument(
        "-o", "--out", type=Path, default=Path("transcripts.html"), help="page to write"
    )


def _add_predictions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN", help="a run folder")


def _add_convert(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", type=Path, metavar="LOG", help="a log of Inspect")
    parser.add_argument("-o", "--out", type=Path, required=True, help="run folder to write")


def _estimate(args: argparse.Namespace) -> None:
    from topple.cli._models import price_of
    from topple.vlm.estimate import estimate, total

    args.seed, args.base_url, args.set, args.spend, args.cache_price = 0, None, [], None, None
    args.levels, args.rules, args.unfiltered = None, [], False
    args.tasks, args.twins = None, ""
    price = price_of(args)
    found = total([estimate(plan, price, args.answer_tokens) for plan in _plans(args)])
    if args.json:
        show_json(asdict(found))
        return
    cost = "give --price" if found.cost_usd is None else f"${found.cost_usd:,.2f}"
    rows = [
        ("tasks", f"{found.tasks:,}"),
        ("questions", f"{found.questions:,}"),
        ("pictures", f"{found.pictures:,}"),
        ("tokens read", f"{found.tokens_in:,}"),
        ("tokens written", f"{found.tokens_out:,}"),
        ("cost", cost),
    ]
    show_table(("about", ""), rows)
    say("tokens are estimated: 1 per 4 letters, 85 per picture and 170 per tile of 512 pixels")


def _plans(args: argparse.Namespace) -> list[ModelPlan]:
    """Return the plans of a benchmark for one model, or the one of a protocol."""
    from topple.cli._benchmark import Benchmark
    from topple.cli._models import plan_of, refuse_size
    from topple.protocols import all_benchmarks

    if args.protocol in all_benchmarks():
        args.model = [""]
        return Benchmark(args).plans
    args.model = ""
    refuse_size(args)
    return [plan_of(args, args.protocol)]


def _page(args: argparse.Namespace) -> None:
    from topple.progress import Bar
    from topple.vlm.page import save

    with Bar(args.out.name, "tasks") as bar:
        save(args.run, args.out, args.tasks, report=bar.update)
    say(f"{args.out}: {args.out.stat().st_size:,} bytes")


def _predictions(args: argparse.Namespace) -> None:
    from topple.errors import BadInput
    from topple.prompting.predictions import tally
    from topple.vlm.record import predictions

    found = tally(predictions(args.run))
    if not found:
        raise BadInput(
            f"{args.run} has no predictions that can be checked",
            "`topple eval deepphy-... --format wm` asks for predictions",
        )
    if args.json:
        show_json([asdict(each) for each in found])
        return
    rows = [
        (
            each.name.replace("_", " "),
            f"{each.said:,}",
            f"{100 * each.right / each.said:.1f} %",
            f"{100 * each.commonest / each.said:.1f} %",
        )
        for each in found
    ]
    show_table(("fact", "predicted", "correct", "most common truth"), rows)
    say("most common truth: the best score of a model that always predicts the same")


def _convert(args: argparse.Namespace) -> None:
    from topple.vlm.convert import convert

    attempts = convert(args.log, args.out, args.line)
    say(f"{args.out}: {attempts:,} attempts")


# Each verb has its arguments, its function, and a sentence on what it does.
_VERBS = {
    "estimate": (_add_estimate, _estimate, "Predict the questions, tokens and cost of a run."),
    "page": (_add_page, _page, "Write a page with the questions and answers of a run."),
    "predictions": (_add_predictions, _predictions, "Count the correct predictions of a run."),
    "convert": (_add_convert, _convert, "Make a run folder from a log of Inspect."),
}
