"""No page shows a figure of another version of a world than today's without saying so."""

from __future__ import annotations

import json
from pathlib import Path

from tools.docs.pages import _phyq_datalab
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


def test_the_table_of_the_published_datalab_says_its_version() -> None:
    today = world("birds").version
    page = " ".join((DOCS / "results" / "phyq_validity.md").read_text().split())
    if today != _phyq_datalab.VERSION:
        said = f"in version {_phyq_datalab.VERSION} of the world; today's is version {today}"
        assert said in page
