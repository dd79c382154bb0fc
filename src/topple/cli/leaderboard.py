"""Build a leaderboard: one table per protocol, with scores, intervals, costs and commands.

Agents that simulate the test tasks are ranked separately. Runs that cover only some of the
tasks are listed without a rank. Published figures from the original engine come last. With --out,
the page is written as Markdown, and the same data as JSON next to it.

`topple leaderboard build SEASON --out FOLDER` makes a static site from the submissions in a folder,
leaderboard/2026 for instance: tables by protocol and track, a page per entry with films, and JSON.
With --out FILE.md it writes one page instead, as from runs; NOTES.md in the folder stands before
its tables.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import say, show_json

if TYPE_CHECKING:
    from topple.runs.load import Run

GROUP = "evaluate"
EXAMPLES = """\
  topple leaderboard runs/phyre-*
  topple leaderboard runs/phyre-* runs/phyq-* --out leaderboard.md
  topple leaderboard runs/phyre-* --json
  topple leaderboard build leaderboard/2026 --out out/leaderboard
  topple leaderboard build leaderboard/2026 --out docs/leaderboard.md
"""

_BUILD = Path("build")
NOTES = "NOTES.md"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run folder")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="a .md file, or the folder of the site"
    )


def run(args: argparse.Namespace) -> int:
    from topple.cli._report import runs_among
    from topple.errors import BadInput
    from topple.runs.folder import SETTINGS
    from topple.runs.load import load

    out: Path | None = args.out
    if args.runs[0] == _BUILD and not (_BUILD / SETTINGS).exists():
        return _build(args)
    if out and out.suffix.lower() != ".md":
        raise BadInput(f"cannot write `{out.name}`", "the name of a leaderboard must end in .md")
    _write([load(folder) for folder in runs_among(args.runs)], args)
    return 0


def _write(runs: Sequence[Run], args: argparse.Namespace, *about: str) -> None:
    """Write the page and the same as data, or print it."""
    from topple.errors import BadInput
    from topple.reports.leaderboard.boards import boards
    from topple.reports.leaderboard.markdown import markdown
    from topple.reports.tables.groups import grouped

    out: Path | None = args.out
    if out and not out.parent.is_dir():
        raise BadInput(f"no folder `{out.parent}`", "create it, or choose another")
    found = boards(grouped(runs))
    facts = [board.facts() for board in found]
    if args.json:
        show_json(facts)
    text = markdown(found, out.name if out else "leaderboard.md", *about)
    if out:
        data = out.with_suffix(".json")
        out.write_text(text, encoding="utf-8")
        data.write_text(json.dumps(facts, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        say(f"{out} and {data}: {len(runs)} runs, {len(found)} protocols")
    elif not args.json:
        print(text, end="")


def _build(args: argparse.Namespace) -> int:
    """Build the site of a season."""
    import tempfile

    from topple.errors import BadInput
    from topple.progress import Bar
    from topple.submissions.entries import read_entries, read_runs
    from topple.submissions.site import build

    if len(args.runs) != 2 or args.out is None:
        raise BadInput("name one season and where the site goes", "build SEASON --out FOLDER")
    season: Path = args.runs[1].resolve()
    with tempfile.TemporaryDirectory() as place, Bar("leaderboard", "entries") as bar:
        if args.out.suffix.lower() == ".md":
            command = f"topple leaderboard build {season.parent.name}/{season.name} --out FILE.md"
            notes = season / NOTES
            about = f"\n{notes.read_text(encoding='utf-8')}" if notes.exists() else ""
            _write(read_runs(season, Path(place)), args, command, about)
            return 0
        entries = read_entries(season, Path(place))
        found = build(season.name, entries, args.out, bar.update)
    if args.json:
        show_json([board.facts() for board in found])
    say(f"{args.out / 'index.html'}: {len(entries)} entries, {len(found)} tables")
    return 0
