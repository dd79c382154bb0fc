"""Runs of models: tell what one would cost, show what was said, read Inspect's logs.

`estimate` counts questions, pictures and tokens of a protocol before anything is spent. `page`
writes a web page of a run with every question, picture, answer and what came of it. `predictions`
counts what a run with `--format wm` foretold rightly. `convert` makes a run folder of a log that
`inspect eval topple/...` wrote.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from topple.cli._console import say, show_json, show_table
from topple.cli._models import add_asking
from topple.cli._types import positive, whole

EXAMPLES = """\
  topple vlm estimate deepphy-phyre --limit 100 --price 2.5 10
  topple vlm estimate physiq-yesno --shots 2 --price 2.5 10
  topple vlm predictions runs/deepphy-birds-openai-gpt-4o-1a2b3c
  topple vlm page runs/deepphy-phyre-openai-gpt-4o-1a2b3c --out transcripts.html
  topple vlm convert logs/2026-01-01_deepphy-phyre.eval --out runs/converted
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("estimate", "page", "predictions", "convert"))
    parser.add_argument("of", help="a protocol, a run folder or a log")
    parser.add_argument(
        "--limit", type=whole(1, 1_000_000), help="tasks a fold, from all templates"
    )
    parser.add_argument(
        "--price", type=positive, nargs=2, metavar=("IN", "OUT"), help="USD a million tokens"
    )
    parser.add_argument(
        "--answer-tokens", type=whole(1, 1_000_000), help="of an answer, on average"
    )
    parser.add_argument("--tasks", type=whole(1, 10_000), default=50, help="shown on a page")
    parser.add_argument("--out", type=Path, help="where a page or a run folder goes")
    add_asking(parser)


def run(args: argparse.Namespace) -> int:
    match args.what:
        case "estimate":
            _estimate(args)
        case "page":
            _page(args)
        case "predictions":
            _predictions(args)
        case _:
            _convert(args)
    return 0


def _estimate(args: argparse.Namespace) -> None:
    from topple.cli._models import plan_of
    from topple.vlm.estimate import estimate

    args.model, args.seed, args.fold = "", 0, "all"
    told = estimate(
        plan_of(args, args.of),
        tuple(args.price) if args.price else None,
        args.answer_tokens,
    )
    if args.json:
        show_json(asdict(told))
        return
    cost = "give --price" if told.cost_usd is None else f"${told.cost_usd:,.2f}"
    rows = [
        ("tasks", f"{told.tasks:,}"),
        ("questions", f"{told.questions:,}"),
        ("pictures", f"{told.pictures:,}"),
        ("tokens read", f"{told.tokens_in:,}"),
        ("tokens written", f"{told.tokens_out:,}"),
        ("cost", cost),
    ]
    show_table(("about", ""), rows)
    say("tokens are a guess: four letters each, 85 a picture and 170 a tile of 512 pixels")


def _page(args: argparse.Namespace) -> None:
    from topple.progress import Bar
    from topple.vlm.page import save

    out = args.out or Path("transcripts.html")
    with Bar(out.name, "tasks") as bar:
        save(Path(args.of), out, args.tasks, report=bar.update)
    say(f"{out}: {out.stat().st_size:,} bytes")


def _predictions(args: argparse.Namespace) -> None:
    from topple.errors import BadInput
    from topple.prompting.predictions import tally
    from topple.vlm.record import predictions

    found = tally(predictions(Path(args.of)))
    if not found:
        raise BadInput(
            f"{args.of} holds no predictions that can be checked",
            "`topple eval deepphy-... --format wm` asks for some",
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
    show_table(("fact", "foretold", "right", "commonest truth"), rows)
    say("the commonest truth is what always foretelling the same would get right, at best")


def _convert(args: argparse.Namespace) -> None:
    from topple.errors import BadInput
    from topple.vlm.convert import convert

    if args.out is None:
        raise BadInput("a run folder needs a place", "give --out")
    attempts = convert(Path(args.of), args.out, args.line)
    say(f"{args.out}: {attempts:,} attempts")
