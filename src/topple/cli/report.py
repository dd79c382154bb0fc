"""Report the scores of runs: as tables, and as a page with --out.

The protocol of a run determines its metric. Scores have 95 % intervals clustered by template, the
counts of all outcomes, and floor and ceiling where these are known. Runs of one protocol share
a table; agents that simulate the test tasks are ranked separately. An unfinished run is scored by
its attempts so far, and marked. For runs of models, --out also writes transcripts: all attempts
that the page shows, and more, chosen evenly from all templates.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import show_json

GROUP = "evaluate"
EXAMPLES = """\
  topple report runs/phyre-b-within-random-1a2b3c
  topple report runs/* --out report.html --open
  topple report runs/* --csv tasks.csv
  topple report study/run runs/random --attempts 10
  topple report runs/* --json
"""


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


def run(args: argparse.Namespace) -> int:
    from topple.cli._report import Reported
    from topple.errors import BadInput

    if args.open and not args.out:
        raise BadInput("--open needs a page to show", "add --out FILE")
    for path in (args.out, args.csv):
        if path and not path.parent.is_dir():
            raise BadInput(f"no folder `{path.parent}`", "create it, or choose another")
    if args.out and args.out.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"cannot write `{args.out.name}`", "the name of a page must end in .html")
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
