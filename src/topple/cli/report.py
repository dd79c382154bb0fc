"""Report what runs come to: a table here, and a page with --out.

Scores are those that the protocol asks for, with 95 % intervals clustered by template, all six
outcomes, and floor and ceiling where they are known. Runs of one protocol are put in one table;
agents that simulate the very tasks they are tested on are ranked apart. A run that is not finished
is scored by what is there, and marked.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import coloured, say, show_json, show_table

if TYPE_CHECKING:
    from topple.reports.tables import Group

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
    from topple.errors import BadInput
    from topple.reports.tables import grouped
    from topple.reports.tables_data import facts
    from topple.runs.load import load

    if args.open and not args.out:
        raise BadInput("--open shows a page, and there is none", "give --out too")
    for path in (args.out, args.csv):
        if path and not path.parent.is_dir():
            raise BadInput(f"no folder `{path.parent}`")
    if args.out and args.out.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"cannot make a `{args.out.name}`", "a page ends in .html")
    groups = grouped([load(folder) for folder in args.runs])
    if args.json:
        show_json([facts(group) for group in groups])
    else:
        for group in groups:
            show_group(group)
    if args.csv:
        _save_csv(groups, args.csv)
    if args.out:
        _save_page(groups, args.out, args.open)
    return 0


def show_group(group: Group) -> None:
    """Print the scores of runs of one protocol."""
    from topple.reports.tables_text import attempts, counts, headline

    words = f"{group.protocol} version {group.version}, {group.part} tasks"
    print(coloured(f"{words}, {attempts(group)} attempts each", "bold"))
    print()
    show_table(*headline(group))
    print()
    show_table(*counts(group))
    print()
    for entry in group.entries:
        if entry.warnings:
            say(f"* {entry.label}: {'; '.join(entry.warnings)}")
    say(group.metric.about)
    if group.metric.by_folds and group.references is None:
        say("no floor or ceiling is known for this protocol and part")
    if not group.same_tasks:
        say("the runs did not play the same tasks: `topple compare` compares what both have played")


def _save_csv(groups: list[Group], path: Path) -> None:
    import csv

    from topple.reports.tables_data import task_rows

    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(task_rows(groups))
    say(f"{path}: {path.stat().st_size:,} bytes")


def _save_page(groups: list[Group], path: Path, show: bool) -> None:
    from topple.reports import page

    page.save(groups, path)
    say(f"{path}: {path.stat().st_size:,} bytes")
    if show:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())
