"""Build a leaderboard: one table per protocol, with scores, intervals, costs and commands.

Agents that simulate the test tasks are ranked separately. Runs that cover only some of the
tasks are listed without a rank. Published figures from the original engine come last. With --out,
the page is written as Markdown, and the same data as JSON next to it. Runs of questions
(physiq-...) have no leaderboard and are left out; `topple report` shows them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from topple.cli._console import say, show_json

EXAMPLES = """\
  topple leaderboard runs/phyre-*
  topple leaderboard runs/phyre-* runs/phyq-* --out leaderboard.md
  topple leaderboard runs/phyre-* --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run folder")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the page to this .md file")


def run(args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.reports.leaderboard.boards import boards
    from topple.reports.leaderboard.markdown import markdown
    from topple.reports.tables.groups import grouped
    from topple.runs.load import load

    out: Path | None = args.out
    if out and out.suffix.lower() != ".md":
        raise BadInput(f"cannot write `{out.name}`", "the name of a leaderboard must end in .md")
    if out and not out.parent.is_dir():
        raise BadInput(f"no folder `{out.parent}`", "create it, or choose another")
    folders = _of_tasks(args.runs)
    found = boards(grouped([load(folder) for folder in folders]))
    facts = [board.facts() for board in found]
    if args.json:
        show_json(facts)
    text = markdown(found, out.name if out else "leaderboard.md")
    if out:
        data = out.with_suffix(".json")
        out.write_text(text, encoding="utf-8")
        data.write_text(json.dumps(facts, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        say(f"{out} and {data}: {len(folders)} runs, {len(found)} protocols")
    elif not args.json:
        print(text, end="")
    return 0


def _of_tasks(folders: Sequence[Path]) -> list[Path]:
    """Leave out runs of questions, with a note."""
    from topple.cli._report import runs_among
    from topple.errors import BadInput
    from topple.physiq.reports.load import holds_answers
    from topple.runs.folder import SETTINGS

    runs = [folder for folder in folders if (folder / SETTINGS).exists()]
    left_out = [folder for folder in runs if holds_answers(folder)]
    if len(left_out) == len(folders):
        raise BadInput("all of these runs hold answers to questions", "`topple report` shows them")
    for folder in left_out:
        say(f"left out: {folder} holds answers to questions; `topple report` shows them")
    return runs_among([folder for folder in folders if folder not in left_out])
