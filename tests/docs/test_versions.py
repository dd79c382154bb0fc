"""No page shows a figure of another version of a world than today's without saying so."""

from __future__ import annotations

import json
from pathlib import Path

from topple.worlds import world, world_names

DOCS = Path(__file__).parents[2] / "docs"


def test_the_leaderboard_marks_rows_of_older_worlds() -> None:
    page = (DOCS / "leaderboard.md").read_text()
    names = set(world_names())
    for board in json.loads((DOCS / "leaderboard.json").read_text()):
        for row in (row for part in board.values() if isinstance(part, list) for row in part):
            for name, version in row.get("versions", {}).items():
                if name not in names or version == world(name).version:
                    continue
                said = f"{name} {version} (today {world(name).version})"
                (line,) = [each for each in page.splitlines() if _is_of(each, row)]
                assert said in line, f"{board['protocol']}: {row['agent']}"


def _is_of(line: str, row: dict[str, str]) -> bool:
    return line.startswith("|") and line.endswith(f" `{row['command']}` |")
