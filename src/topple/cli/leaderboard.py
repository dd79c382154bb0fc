"""Build a leaderboard: tables by protocol and track, with scores, intervals, costs and commands.

`show` compares runs of your own; with --out FILE.md, the page is written as Markdown, and the same
data as JSON next to it. `build` makes a static site from the submissions in a folder,
leaderboard/2026 for instance, or one page with --out FILE.md; NOTES.md in the folder stands before
its tables. Every attempt is played again here, before a row is shown; what was verified once, by
this version of Topple, is not played twice. An entry with a fault is named and left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._console import complain, say, show_json
from topple.cli._verbs import Verb, add_verbs, run_verb
from topple.errors import BadInput

if TYPE_CHECKING:
    from topple.submissions.boards import Board

EXAMPLES = """\
  topple leaderboard show runs/phyre-*
  topple leaderboard show runs/phyre-* runs/phyq-* --out leaderboard.md
  topple leaderboard show runs/phyre-* --json
  topple leaderboard build leaderboard/2026 --out out/leaderboard
  topple leaderboard build leaderboard/2026 --out docs/leaderboard.md
"""

NOTES = "NOTES.md"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_verbs(parser, _VERBS, EXAMPLES)


def run(args: argparse.Namespace) -> int:
    return run_verb(args)


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run folder")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="a .md file to write")


def _add_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("season", type=Path, metavar="SEASON", help="a folder of submissions")
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        required=True,
        metavar="WHERE",
        help="folder of the site, or a .md file",
    )
    parser.add_argument(
        "--unverified",
        action="store_true",
        help="verify nothing now, and mark what was never verified as such",
    )


def _show(args: argparse.Namespace) -> int:
    from topple.cli._report import runs_among
    from topple.reports.tables.comparable import labels
    from topple.runs.load import load
    from topple.submissions.boards import boards, plain_data
    from topple.submissions.entries import own_entries

    out: Path | None = args.out
    if out and out.suffix.lower() != ".md":
        raise BadInput(f"cannot write `{out.name}`", "the name of a leaderboard must end in .md")
    runs = [load(folder) for folder in runs_among(args.runs)]
    found = boards(own_entries(runs, labels(runs)))
    _write(found, plain_data(found), args)
    return 0


def _write(
    found: Sequence[Board], data: Mapping[str, Any], args: argparse.Namespace, **about: Any
) -> None:
    """Write the page and the same as data, or print it."""
    from topple.submissions.markdown import markdown

    out: Path | None = args.out
    if out and not out.parent.is_dir():
        raise BadInput(f"no folder `{out.parent}`", "create it, or choose another")
    if args.json:
        show_json(data)
    text = markdown(found, out.name if out else "leaderboard.md", **about)
    if out:
        beside = out.with_suffix(".json")
        out.write_text(text, encoding="utf-8")
        beside.write_text(json.dumps(data, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        rows = sum(len(board.rows) for board in found)
        say(f"{out} and {beside}: {rows} rows, {len(found)} tables")
    elif not args.json:
        print(text, end="")


def _build(args: argparse.Namespace) -> int:
    """Verify the entries of a season, and build its page or its site."""
    import tempfile

    from topple.progress import Bar
    from topple.submissions.boards import boards, plain_data
    from topple.submissions.entries import check_kept, read_season
    from topple.submissions.site import build

    folder: Path = args.season.resolve()
    with tempfile.TemporaryDirectory() as place, Bar("leaderboard", "entries") as bar:
        check = check_kept if args.unverified else None
        season = read_season(folder, Path(place), check, bar.update)
        found = boards(season.entries)
        data = plain_data(found, season=season.name, refused=season.refused)
        if args.out.suffix.lower() == ".md":
            command = f"topple leaderboard build {folder.parent.name}/{folder.name} --out FILE.md"
            notes = folder / NOTES
            about = f"\n{notes.read_text(encoding='utf-8')}" if notes.exists() else ""
            _write(found, data, args, command=command, notes=about, refused=season.refused)
        else:
            build(found, season, args.out, bar.update)
            if args.json:
                show_json(data)
            say(f"{args.out / 'index.html'}: {len(season.entries)} entries, {len(found)} tables")
    for name, why in season.refused.items():
        complain(f"{name} is not on the board: {why}")
    return 1 if season.refused else 0


_VERBS = {
    "show": Verb("Compare runs of your own.", _add_show, _show),
    "build": Verb("Verify the submissions of a season and rank them.", _add_build, _build),
}
