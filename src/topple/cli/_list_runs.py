"""List run folders: agent, protocol, progress and the last change of each."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from topple.cli._console import say, show_json, show_table


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


def list_runs(folder: Path, as_json: bool) -> None:
    """Show the runs in a folder; folders that hold no run are left out."""
    from topple.errors import BadInput
    from topple.runs.folder import SETTINGS

    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}", "`topple eval` makes runs")
    found = [path.parent for path in sorted(folder.glob(f"*/{SETTINGS}"))]
    rows = [_list(each) for each in found]
    if as_json:
        show_json([asdict(row) for row in rows])
        return
    if not rows:
        say(f"{folder} holds no run; `topple eval` makes one")
        return
    header = ("run", "protocol", "agent", "tasks", "finished", "last change")
    show_table(header, [_cells(row) for row in rows])
    say(f"\n`topple report {folder}/*` shows the scores")


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
        datetime.fromtimestamp(written).astimezone().isoformat(" ", timespec="minutes"),
    )


def _cells(row: Listed) -> tuple[str, ...]:
    tasks = f"{row.tasks:,}" if row.limit is None else f"{row.tasks:,} (limited)"
    return (
        row.run,
        row.protocol,
        row.agent,
        tasks,
        "yes" if row.finished else "no",
        row.changed[:16],
    )
