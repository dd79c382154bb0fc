"""List run folders: agent, protocol, progress and the last change of each.

Without an argument, the folders in `runs` are listed. Folders that hold no run are left out.
`topple report` shows the scores.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from topple.cli._console import say, show_json, show_table

GROUP = "evaluate"
EXAMPLES = """\
  topple runs
  topple runs experiments --json
"""


@dataclass(frozen=True, slots=True)
class Listed:
    """A run folder; `limit` is None for a run of all tasks."""

    run: str
    protocol: str
    agent: str
    limit: int | None
    tasks: int
    finished: bool
    changed: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("runs"), help="folder of runs; default: runs"
    )


def run(args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.runs.folder import SETTINGS

    if not args.folder.is_dir():
        raise BadInput(f"there is no folder {args.folder}", "`topple eval` makes runs")
    folders = [path.parent for path in sorted(args.folder.glob(f"*/{SETTINGS}"))]
    rows = [_list(folder) for folder in folders]
    if args.json:
        show_json([asdict(row) for row in rows])
        return 0
    if not rows:
        say(f"{args.folder} holds no run; `topple eval` makes one")
        return 0
    header = ("run", "protocol", "agent", "tasks", "finished", "last change")
    show_table(header, [_cells(row) for row in rows])
    say(f"\n`topple report {args.folder}/*` shows the scores")
    return 0


def _list(folder: Path) -> Listed:
    from topple.runs.folder import ATTEMPTS, FINISHED, SETTINGS, read_settings
    from topple.runs.settings import parse_settings

    settings = parse_settings(read_settings(folder), folder / SETTINGS)
    attempts = folder / ATTEMPTS
    written = (attempts if attempts.exists() else folder / SETTINGS).stat().st_mtime
    return Listed(
        str(folder),
        settings.protocol,
        settings.agent,
        settings.limit,
        sum(settings.tasks.values()),
        (folder / FINISHED).exists(),
        datetime.fromtimestamp(written).isoformat(" ", timespec="minutes"),
    )


def _cells(row: Listed) -> tuple[str, ...]:
    tasks = f"{row.tasks:,}" if row.limit is None else f"{row.tasks:,} (limited)"
    return row.run, row.protocol, row.agent, tasks, "yes" if row.finished else "no", row.changed
