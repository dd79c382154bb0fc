"""Write a question set as plain files, for your own harness.

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
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from topple.cli._console import show_json
from topple.cli._model_options import add_options, asking_of
from topple.cli._types import whole
from topple.errors import BadInput, UnknownName

GROUP = "maintain"
EXAMPLES = """\
  topple export physiq-yesno --out yesno
  topple export physiq-yesno --shots 4 --frames 2 --out yesno-4shot
  topple export physiq-ranking --mode classic --out ranking
  topple export physiq --out puzzles
  topple export deepphy-phyre --form 8x8x8 --format wm --out grid
  topple export deepphy-phyre-classic --limit 50 --out fifty
  topple export deepphy-birds --parameters --out birds
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "set", metavar="SET", help="name of the question set or protocol: physiq-... or deepphy-..."
    )
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="folder to create")
    parser.add_argument(
        "--limit", type=whole(1, 100_000), help="items per fold, evenly from all templates"
    )
    add_options(parser, later=False)


def run(args: argparse.Namespace) -> int:
    from topple.protocols import all_benchmarks
    from topple.vlm.options import asked_of_models

    known, benchmark = asked_of_models(), all_benchmarks().get(args.set)
    if benchmark and benchmark.write_puzzles:
        return _puzzles(args, benchmark.write_puzzles)
    if args.set not in known:
        raise UnknownName("question set", args.set, known, "topple export --help")
    folder = Path(args.out)
    try:
        items, pictures = _write(args, folder)
    except OSError as error:
        raise BadInput(f"cannot write to `{folder}`: {error.strerror}") from error
    if args.json:
        show_json({"folder": str(folder), "items": items, "pictures": pictures})
    else:
        print(f"{folder}: {items:,} items, {pictures:,} pictures")
    return 0


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
