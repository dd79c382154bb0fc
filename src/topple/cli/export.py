"""Write a question set as plain files for your own harness, or training tasks for your trainer.

physiq-... sets are questions about PHYRE scenes: physiq-sanity (do two bodies touch?), physiq-yesno
and physiq-confidence (will they, once the ball is placed?), physiq-ranking (which of four
placements is best?) and physiq-insertion (where to place the ball?). Protocols for models, such as
deepphy-..., consist of tasks; the first question of each task is written.

FOLDER contains metadata.jsonl, one item per line with its messages and the names of its pictures;
images/, the pictures as PNG, each stored once; and README.md, which says how to load the dataset
and how to score answers. Items of physiq-... contain the correct answer. If the action form has
finitely many answers, actions.jsonl lists the action of each. `physiq` writes the puzzles behind
its questions instead, one JSON object per line of puzzles.jsonl: bodies, goal, proposals and
difficulty. Folders with pictures can be loaded with Hugging Face's `datasets`:

  load_dataset("imagefolder", data_dir="FOLDER", split="train")

With --train, FOLDER contains the training tasks of a fold as chat data, with answers that solve
them: train.jsonl, dev.jsonl if the protocol has dev tasks, images/ and README.md. No test task of
that fold is in it. Run the same command again to continue after a stop. Styles are messages
(OpenAI's, pictures in place), conversations (ShareGPT's, pictures as files) and prompts (questions
alone, for `topple.vlm.reward.reward`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from topple.cli._console import complain, counted, say, show_json
from topple.cli._model_options import OPTIONS, add_options, asking_of
from topple.cli._types import whole
from topple.errors import BadInput, UnknownName
from topple.progress import Bar

EXAMPLES = """\
  topple export physiq-yesno --out yesno
  topple export physiq-yesno --shots 4 --frames 2 --out yesno-4shot
  topple export physiq-ranking --mode classic --out ranking
  topple export physiq --out puzzles
  topple export deepphy-phyre --form 8x8x8 --format wm --out grid
  topple export deepphy-phyre-classic --limit 50 --out fifty
  topple export deepphy-birds --parameters --out birds
  topple export phyre-b-within --train messages --out chats
  topple export phyre-b-within --train conversations --answers 8 --fold 3 --out lessons
  topple export pool-puzzles --train prompts --limit 100 --out prompts
  topple export deepphy-pool --train messages --teacher pool-planner --out racks
  topple export deepphy-phyre --train messages --hide ladder-phyre --out lessons
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "set", metavar="SET", help="name of the question set or protocol: physiq-... or deepphy-..."
    )
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="folder to create")
    parser.add_argument(
        "--limit", type=whole(1, 100_000), help="items per fold, evenly from all templates"
    )
    training = parser.add_argument_group("training tasks instead of test tasks")
    training.add_argument(
        "--train",
        choices=("messages", "conversations", "prompts"),
        metavar="STYLE",
        help="write training tasks as chat data: messages, conversations or prompts",
    )
    training.add_argument(
        "--answers", type=whole(1, 1000), help="ways to solve each task, at most; 1 by default"
    )
    training.add_argument(
        "--teacher", metavar="AGENT", help="agent that plays tasks without a stored answer"
    )
    training.add_argument(
        "--hide",
        metavar="PROTOCOLS",
        type=lambda text: text.split(","),
        help="protocols, such as ladder-phyre,rebuild-phyre, whose test tasks to keep out too",
    )
    training.add_argument("--fold", type=whole(0, 10_000), help="the fold; 0 by default")
    add_options(parser)


def run(args: argparse.Namespace) -> int:
    from topple.protocols import all_benchmarks, find_protocol
    from topple.vlm.options import asked_of_models

    if args.train:
        return _lessons(args)
    _refuse(args)
    known, benchmark = asked_of_models(), all_benchmarks().get(args.set)
    if benchmark and benchmark.write_puzzles:
        if args.limit:
            raise BadInput(f"--limit has no effect on `{args.set}`", "leave out --limit")
        return _puzzles(args, benchmark.write_puzzles)
    if args.set not in known and find_protocol(args.set):
        raise BadInput(
            f"`{args.set}` is played by agents and asks no questions",
            "add --train messages for its training tasks, or choose a protocol for models",
        )
    if args.set not in known:
        raise UnknownName("question set", args.set, known, "topple list protocols")
    folder = Path(args.out)
    try:
        items, pictures = _write(args, folder)
    except OSError as error:
        raise BadInput(f"cannot write to `{folder}`: {error.strerror}") from error
    if args.json:
        show_json({"folder": str(folder), "items": items, "pictures": pictures})
    else:
        print(f"{folder}: {counted(items, 'item')}, {counted(pictures, 'picture')}")
    return 0


def _refuse(args: argparse.Namespace) -> None:
    """Refuse what has an effect on training tasks only: first questions have no history."""
    own = ("answers", "teacher", "hide", "fold")
    for name in (*own, *(option.name for option in OPTIONS if not option.first)):
        if getattr(args, name) is not None:
            raise BadInput(f"--{name} has an effect with --train only", f"leave out --{name}")


def _lessons(args: argparse.Namespace) -> int:
    from topple.vlm.plan_questions import plan_of
    from topple.vlm.training_data import write

    plan = plan_of(args.set, asking_of(args, args.set), folds=(args.fold or 0,), limit=args.limit)
    try:
        with Bar("export", "tasks") as bar:
            found = write(
                plan,
                Path(args.out),
                args.train,
                args.answers or 1,
                args.line,
                bar.update,
                teacher=args.teacher or "",
                hide=args.hide or (),
            )
    except OSError as error:
        raise BadInput(f"cannot write to `{args.out}`: {error.strerror}") from error
    except KeyboardInterrupt:
        say(f"stopped; to continue:\n  {args.line}")
        return 130
    if args.json:
        show_json({"folder": args.out, "tasks": found.tasks, "lines": found.lines})
    else:
        print(f"{args.out}: {counted(found.lines, 'line')} of {counted(found.tasks, 'task')}")
    if not found.lines:
        complain("no answer in this form is known for any of these tasks", "try another --form")
    return 0 if found.lines else 1


def _puzzles(args: argparse.Namespace, write: Callable[[Path], int]) -> int:
    try:
        count = write(Path(args.out))
    except OSError as error:
        raise BadInput(f"cannot write to `{args.out}`: {error.strerror}") from error
    if args.json:
        show_json({"folder": args.out, "puzzles": count})
    else:
        print(f"{args.out}: {count:,} puzzles")
    return 0


def _write(args: argparse.Namespace, folder: Path) -> tuple[int, int]:
    from topple.vlm.export import export
    from topple.vlm.plan_questions import plan_of

    plan = plan_of(args.set, asking_of(args, args.set), limit=args.limit)
    return export(plan, folder, args.line)
