"""Models on the command line: how they are asked, and how a run of one is carried out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._bar import Bar
from topple.cli._console import say
from topple.cli._types import positive, whole

if TYPE_CHECKING:
    from topple.vlm.evaluate import Ended, Running
    from topple.vlm.plan import ModelPlan

_CLASSIC = "-classic"  # how the names of protocols with an original's habits end
# Options of tasks that are played, and of questions that are asked.
_PLAYED = ("form", "format", "history", "parameters", "pictures")
_ASKED = ("mode", "shots", "frames")


def add_asking(parser: argparse.ArgumentParser) -> None:
    """Let be said what models are shown and asked."""
    asking = parser.add_argument_group("what a model is asked")
    asking.add_argument("--form", help="how actions are written: 5x5x5, 8x8x8, free")
    asking.add_argument("--format", help="vla, the default: an action; wm: a prediction first")
    asking.add_argument("--history", help="none, text, or attempts x moments; 5x5 by default")
    asking.add_argument("--parameters", action="store_true", help="tell the simulation's numbers")
    asking.add_argument("--pictures", type=whole(0, 1000), help="at most, a question")
    asking.add_argument(
        "--mode", choices=("strict", "classic"), help="of physiq-...; strict by default"
    )
    asking.add_argument(
        "--shots", type=whole(0, 4), help="examples of physiq-yesno, physiq-ranking"
    )
    asking.add_argument("--frames", type=whole(1, 2), help="pictures of an example of physiq-yesno")
    asking.add_argument("--temperature", type=float, default=0.1, help="0.1 by default")
    asking.add_argument("--max-tokens", type=whole(1, 1_000_000), default=4096, help="of an answer")


def add_running(parser: argparse.ArgumentParser) -> None:
    """Let be said how a run of a model is carried out."""
    running = parser.add_argument_group("how a model is reached")
    running.add_argument("--base-url", help="an OpenAI-compatible endpoint of your own")
    running.add_argument("--concurrency", type=whole(1, 1000), default=32, help="questions at once")
    running.add_argument("--spend", type=positive, metavar="USD", help="stop when this is spent")
    running.add_argument(
        "--price", type=positive, nargs=2, metavar=("IN", "OUT"), help="USD a million tokens"
    )
    running.add_argument("--retries", type=whole(0, 100), default=6, help="of a failed question")
    running.add_argument("--timeout", type=whole(1, 86_400), default=600, help="seconds an answer")
    running.add_argument("--cache-answers", action="store_true", help="never ask the same twice")
    running.add_argument("--log-pictures", action="store_true", help="keep them in Inspect's log")


def plan_of(args: argparse.Namespace, name: str) -> ModelPlan:
    """Make a plan of what was asked for: a protocol, or a question set, by its name."""
    from topple.questions.find import SETS
    from topple.vlm.baselines import BASELINES
    from topple.vlm.plan_questions import plan_of as made

    _refuse(args, _PLAYED if name in SETS else _ASKED, name)
    # Baselines have no use for them.
    asked = not args.model.startswith(BASELINES)
    options = {"temperature": args.temperature, "max_tokens": args.max_tokens} if asked else {}
    return made(
        name,
        _question(args) if name in SETS else _setup(args, name),
        args.model,
        folds_of(args.fold or "all"),
        seed=args.seed,
        limit=args.limit,
        options=options,
    )


def _question(args: argparse.Namespace) -> dict[str, Any]:
    return {"mode": args.mode or "strict", "shots": args.shots or 0, "frames": args.frames or 1}


def _setup(args: argparse.Namespace, name: str) -> dict[str, Any]:
    from topple.protocols import protocol
    from topple.vlm.episodes import usual_form

    return {
        "form": args.form or usual_form(protocol(name).world),
        "format": args.format or "vla",
        "history": args.history or "5x5",
        "parameters": args.parameters,
        "pictures": args.pictures or 0,
        "classic": name.endswith(_CLASSIC),
    }


def _refuse(args: argparse.Namespace, options: Sequence[str], name: str) -> None:
    """Refuse options that would have no effect."""
    from topple.errors import BadInput

    for option in options:
        if getattr(args, option) not in (None, False):
            raise BadInput(f"`{name}` has no use for --{option}", f"leave --{option} out")


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
            raise BadInput(f"`{text[:40]}` names no folds", "give 0, or 0,3,7, or 0-9, or all")
        found += range(int(ends[0]), int(ends[1]) + 1)
    return tuple(found)


def carry_out(args: argparse.Namespace, plan: ModelPlan, folder: Path) -> Ended:
    """Ask the model until all is done or cannot go on; say what is left."""
    from topple.vlm.evaluate import evaluate_model

    bar = Bar("play", "tasks")
    ended = evaluate_model(
        plan,
        folder,
        _running(args),
        command=args.line,
        model_args=dict(args.set),
        watch=lambda done, of, usd: bar.update(done, of, f"${usd:.2f}" if usd else ""),
    )
    bar.end()
    if ended.spent:
        say(f"stopped: ${args.spend:g} are spent. The same command with a higher --spend goes on")
    if ended.failed:
        say(f"{ended.failed} tasks got no answer. The same command asks them again")
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
