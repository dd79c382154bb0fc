"""Report what runs come to: a table here, and a page with --out.

Scores are those that the protocol asks for, with 95 % intervals clustered by template, all six
outcomes, and floor and ceiling where they are known. Runs of one protocol are put in one table;
agents that simulate the very tasks they are tested on are ranked apart. A run that is not finished
is scored by what is there, and marked. Beside a page with runs of models their transcripts are
written, too: all attempts that the page shows, and more evenly from all templates.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import show_json

EXAMPLES = """\
  topple report runs/phyre-b-within-random-1a2b3c
  topple report runs/* --out report.html --open
  topple report runs/* --csv tasks.csv
  topple report runs/* --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run folder")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write a page, page.html say")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write one row per task")
    parser.add_argument("--open", action="store_true", help="show the page in a browser")


def run(args: argparse.Namespace) -> int:
    from topple.cli._report import Reported
    from topple.errors import BadInput

    if args.open and not args.out:
        raise BadInput("--open shows a page, and there is none", "give --out too")
    for path in (args.out, args.csv):
        if path and not path.parent.is_dir():
            raise BadInput(f"no folder `{path.parent}`")
    if args.out and args.out.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"cannot make a `{args.out.name}`", "a page ends in .html")
    found = Reported(args.runs)
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
