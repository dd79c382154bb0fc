"""Models on the command line: their options, and the run itself."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._choices import choices_of
from topple.cli._console import complain, counted, say
from topple.cli._estimate import MANY, agree, price_of
from topple.cli._model_options import add_options, asking_of
from topple.cli._types import positive, whole
from topple.errors import BadInput
from topple.progress import Bar

if TYPE_CHECKING:
    from topple.vlm.evaluate import Ended, Running
    from topple.vlm.plan import ModelPlan


def add_asking(parser: argparse.ArgumentParser) -> None:
    """Add the options that decide what models are asked and how they answer."""
    add_options(parser)
    parser.add_argument(
        "--size", help="size of a benchmark, such as small, medium or full; small by default"
    )
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
    running.add_argument(
        "--estimate",
        action="store_true",
        help="predict the questions, pictures, tokens and cost of the run, and ask nothing",
    )
    running.add_argument(
        "--answer-tokens",
        type=whole(1, 1_000_000),
        help="mean number of tokens per answer, for the estimate",
    )
    running.add_argument("--base-url", help="URL of an OpenAI-compatible endpoint")
    running.add_argument(
        "--concurrency",
        type=whole(1, 1000),
        default=32,
        help="questions asked at the same time; 32 by default",
    )
    running.add_argument(
        "--spend",
        type=positive,
        metavar="USD",
        help="stop when this much is spent; needs --price where the price is not known",
    )
    running.add_argument(
        "--yes", action="store_true", help=f"ask more than {MANY:,} questions without --spend"
    )
    running.add_argument(
        "--price",
        type=positive,
        nargs=2,
        metavar=("IN", "OUT"),
        help="USD per million input and output tokens",
    )
    running.add_argument(
        "--cache-price",
        type=positive,
        nargs=2,
        metavar=("READ", "WRITE"),
        help="USD per million tokens read from and written to the provider's cache; without it, an "
        "upper estimate: IN, and twice IN",
    )
    running.add_argument(
        "--keep-asking",
        action="store_true",
        help="go on although none of the first 20 answers could be read",
    )
    running.add_argument(
        "--retries",
        type=whole(0, 100),
        default=6,
        help="times to repeat a question that got no answer; 6 by default",
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
    from topple.vlm.connection import endpoint_of
    from topple.vlm.plan_questions import plan_of as made

    # These have no effect on baselines.
    asked = not args.model.startswith(BASELINES)
    options = {"temperature": args.temperature, "max_tokens": args.max_tokens} if asked else {}
    answering, arguments = arguments_of(args)
    return made(
        name,
        asking_of(args, name),
        args.model,
        folds_of(args.fold or "0"),
        seed=args.seed,
        limit=args.limit,
        options={**options, **answering},
        arguments=arguments,
        endpoint=endpoint_of(args.model, args.base_url),
        choices=choices_of(args, name),
    )


def refuse_size(args: argparse.Namespace) -> None:
    """Refuse the size of a benchmark where a protocol is asked."""
    if args.size:
        raise BadInput(f"--size has no effect on `{args.protocol}`", "give --limit for fewer tasks")


def arguments_of(args: argparse.Namespace) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what `--set` says: settings of answers that Inspect knows, arguments of the rest."""
    from topple.vlm.connection import check_arguments, check_url, split_arguments

    check_url(args.base_url)
    found = {name: value_of(text) for name, text in args.set}
    check_arguments(found)
    return split_arguments(found) if found else ({}, {})


def value_of(text: str) -> Any:
    """Read a number, true, false, a list or an object as JSON; everything else is a text."""
    import json

    with suppress(ValueError):
        return json.loads(text.lower() if text in ("True", "False") else text, parse_constant=_text)
    return text


def _text(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")


def folds_of(text: str) -> tuple[int, ...] | None:
    """Read folds: `0`, `0,3,7`, `0-9`; None for `all`."""
    if text == "all":
        return None
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last) if dash else (first, first)
        if not all(end.isascii() and end.isdigit() and len(end) < 6 for end in ends):
            raise BadInput(f"`{text[:40]}` does not name folds", "give 0, or 0,3,7, or 0-9, or all")
        if int(ends[0]) > int(ends[1]):
            raise BadInput(f"`{part.strip()}` ends before it begins", f"give {ends[1]}-{ends[0]}")
        found += range(int(ends[0]), int(ends[1]) + 1)
    return tuple(found)


def carry_out(
    args: argparse.Namespace, plan: ModelPlan, folder: Path, *, agreed: bool = True
) -> Ended:
    """Ask the model until all tasks are done or it cannot continue; report what is left.

    Unless the size of the run was `agreed` on before, that is done once the model is reached.
    """
    from topple.runs.folder import FINISHED
    from topple.vlm.evaluate import evaluate_model, reach

    if plan.answers_itself:
        return _answer_here(args, plan, folder)
    running, model = _running(args), None
    if not (folder / FINISHED).exists():
        model = reach(plan, running)
        if not agreed:
            agree(args, [plan])
    with Bar("play", "tasks") as bar:
        ended = evaluate_model(
            plan,
            folder,
            running,
            command=args.line,
            model=model,
            watch=lambda done, of, usd: bar.update(done, of, f"${usd:.2f}" if usd else ""),
        )
    _report(args, ended, folder)
    return ended


def _answer_here(args: argparse.Namespace, plan: ModelPlan, folder: Path) -> Ended:
    """Let a baseline answer. Loading Inspect would take longer than most of its runs."""
    from topple.vlm.direct import play_directly
    from topple.vlm.evaluate import Ended

    with Bar("play", "tasks") as bar:
        worked = play_directly(
            plan, folder, command=args.line, watch=lambda done, of, usd: bar.update(done, of)
        )
    return Ended(worked, finished=True)


def _report(args: argparse.Namespace, ended: Ended, folder: Path) -> None:
    """Print why tasks are left, and what the cost does not know."""
    if ended.uncounted:
        then = "their cost is an upper estimate" if args.price else "they are left out of the sum"
        say(f"{ended.uncounted:,} answers came without a usable count of tokens: {then}")
    if ended.unpriced:
        say(
            f"{ended.unpriced:,} answers used the provider's cache, and its price is not known: "
            "their cost is an upper estimate. --cache-price READ WRITE gives it"
        )
    if ended.spent:
        say(f"stopped: ${args.spend:g} are spent. To continue, run it again with a higher --spend")
    if ended.first:
        kinds = ", ".join(f"{kind} ({count:,})" for kind, count in ended.faults.items())
        say(f"questions without an answer: {kinds}. The first: {ended.first.cause}")
    if ended.failed:
        say(f"{counted(ended.failed, 'task')} got no answer: run the same command again")
    if ended.stopped:
        hint = ended.stopped.hint or _go_on(folder)
        complain(f"the run was stopped: {ended.stopped.cause}", hint)
    if ended.broken:
        first = ended.broken[0]
        complain(
            f"{counted(len(ended.broken), 'task')} ended by an error: "
            f"{type(first).__name__}: {first}",
            "the logs in the folder `inspect` of the run hold the traceback",
        )


def _go_on(folder: Path) -> str:
    """Return where answers that could not be read are seen, and how to go on."""
    return (
        f"{folder / 'turns.jsonl'} has the answers, and `topple report {folder} --transcripts "
        "page.html` shows finished tasks with their questions; the same command with --keep-asking "
        "goes on"
    )


def _running(args: argparse.Namespace) -> Running:
    from topple.vlm.evaluate import Running

    return Running(
        concurrency=args.concurrency,
        most_usd=args.spend,
        price=price_of(args),
        retries=args.retries,
        timeout_s=args.timeout,
        cache=args.cache_answers,
        log_pictures=args.log_pictures,
        keep_asking=args.keep_asking,
        base_url=args.base_url,
    )
