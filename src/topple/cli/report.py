"""Report the scores of runs: as tables, or as a page with --out.

The protocol of a run determines its metric. Scores have 95 % intervals clustered by template, the
counts of all outcomes, and floor and ceiling where these are known. Runs of one protocol share
a table; agents that simulate the test tasks are ranked separately. An unfinished run is scored by
its attempts so far, and marked.

For runs of models, --out also writes transcripts: every question, picture and answer of all
attempts that the page shows, and of more, chosen evenly from all templates. --transcripts writes
those of one run alone. Of runs with --format wm, the correct predictions are counted.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import show_json
from topple.cli._types import whole
from topple.errors import BadInput

EXAMPLES = """\
  topple report runs/phyre-b-within-random-1a2b3c
  topple report runs/* --out report.html --open
  topple report runs/* --csv tasks.csv
  topple report study/run runs/random --attempts 10
  topple report runs/* --json
  topple report runs/deepphy-phyre-openai-gpt-4o-1a2b3c --transcripts transcripts.html
"""

_TASKS = 50  # on a page of transcripts


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run folder")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="write the page to this .html file"
    )
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write one row per task to this .csv file"
    )
    parser.add_argument(
        "--attempts",
        type=int,
        metavar="N",
        help="score the first N attempts per task, as if a protocol allowed no more",
    )
    parser.add_argument("--open", action="store_true", help="show the page in a browser")
    parser.add_argument(
        "--transcripts",
        type=Path,
        metavar="FILE",
        help="write the questions and answers of the only run to this .html file",
    )
    parser.add_argument(
        "--limit",
        type=whole(1, 10_000),
        help=f"tasks of --transcripts, evenly from all templates; {_TASKS} by default",
    )


def run(args: argparse.Namespace) -> int:
    from topple.cli._report import Reported, save_transcripts

    _check(args)
    if args.transcripts:
        save_transcripts(args.runs[0], args.transcripts, args.limit or _TASKS)
    found = Reported(args.runs, args.attempts)
    if args.json:
        show_json(found.facts())
    else:
        found.show()
    if args.csv:
        found.save_csv(args.csv)
    if args.out:
        found.save_page(args.out)
        if args.open:
            import webbrowser

            webbrowser.open(args.out.resolve().as_uri())
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse what cannot be written, before any work is done."""
    if args.open and not args.out:
        raise BadInput("--open needs a page to show", "add --out FILE")
    if args.transcripts and len(args.runs) > 1:
        raise BadInput("--transcripts writes those of one run", "name one run, or give --out")
    if args.limit and not args.transcripts:
        raise BadInput("--limit has an effect with --transcripts only", "leave out --limit")
    for path in filter(None, (args.out, args.csv, args.transcripts)):
        if not path.parent.is_dir():
            raise BadInput(f"no folder `{path.parent}`", "create it, or choose another")
    for path in filter(None, (args.out, args.transcripts)):
        if path.suffix.lower() not in (".html", ".htm"):
            raise BadInput(f"cannot write `{path.name}`", "the name of a page must end in .html")
