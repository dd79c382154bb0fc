"""Write a question set as plain files, for a harness of your own.

Questions are about scenes of PHYRE, after PhysIQ: physiq-sanity (do two bodies touch?),
physiq-yesno and physiq-confidence (will they, once the ball is placed?), physiq-ranking (which of
four placements is best?) and physiq-insertion (place it yourself).

FOLDER gets metadata.jsonl, one item a line with its messages, its truth and the names of its
pictures; images/, the pictures as PNG, each stored once; and README.md, which says how to load it.
It is an image folder of Hugging Face's `datasets`:

  load_dataset("imagefolder", data_dir="FOLDER", split="train")

Mode `strict` has as many right as wrong answers, options in every position and examples from other
templates only; `classic` chooses and asks as the original did.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import show_json
from topple.cli._types import whole
from topple.errors import BadInput

EXAMPLES = """\
  topple export physiq-yesno --out yesno
  topple export physiq-yesno --shots 4 --frames 2 --out yesno-4shot
  topple export physiq-ranking --mode classic --out ranking
  topple export physiq-insertion --limit 50 --out fifty
"""

_SETS = [f"physiq-{kind}" for kind in ("sanity", "confidence", "yesno", "ranking", "insertion")]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("set", choices=_SETS, metavar="SET", help=", ".join(_SETS))
    parser.add_argument("--out", required=True, metavar="FOLDER", help="a new folder")
    parser.add_argument(
        "--mode", choices=["strict", "classic"], default="strict", help="strict by default"
    )
    parser.add_argument(
        "--shots", type=whole(0, 4), default=0, help="examples before each question: yesno, ranking"
    )
    parser.add_argument(
        "--frames", type=whole(1, 2), default=1, help="pictures of an example: yesno"
    )
    parser.add_argument(
        "--limit", type=whole(1, 100_000), help="so many items, spread over the templates"
    )


def run(args: argparse.Namespace) -> int:
    from topple.questions.export import export
    from topple.questions.items import Mode
    from topple.questions.maker import Settings
    from topple.questions.sets import question_set, some

    settings = Settings(Mode(args.mode), args.shots, args.frames)
    items = question_set(args.set.removeprefix("physiq-"), settings)
    if args.limit:
        items = some(items, args.limit)
    folder = Path(args.out)
    try:
        export(items, folder, args.line)
    except OSError as error:
        raise BadInput(f"cannot write to `{folder}`: {error.strerror}") from error
    pictures = len({picture for item in items for picture in item.pictures})
    if args.json:
        show_json({"folder": str(folder), "items": len(items), "pictures": pictures})
    else:
        print(f"{folder}: {len(items)} items, {pictures} pictures")
    return 0
