"""No page shows a figure of another version of a world than today's without saying so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tools.docs.versions import LINE, stamped
from topple.worlds import world, world_names

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted((DOCS / "results").glob("*.md"))
NOTHING_PLAYED = {"readers.md"}  # answers are read there, and no world is played


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_of_results_is_of_todays_worlds_or_says_so(page: Path) -> None:
    found = LINE.search(page.read_text())
    assert (found is None) == (page.name in NOTHING_PLAYED)
    for name, version, today in re.findall(
        r"(\w+) version (\d+)(?: \(today (\d+)\))?", found[1] if found else ""
    ):
        assert int(today or version) == world(name).version, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_every_world_whose_protocols_it_plays(page: Path) -> None:
    from topple.protocols import all_protocols

    text = page.read_text()
    known = all_protocols()
    used = {name for name in re.findall(r"topple eval ([a-z0-9-]+)", text) if name in known}
    found = LINE.search(text)
    said = set(re.findall(r"(\w+) version", found[1])) if found else set()
    assert {known[name].world for name in used} <= said


def test_a_page_that_is_built_without_runs_keeps_its_versions(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Old\n\n*Played in phyre version 7 (today 8), pool version 1.*\n")
    today = world("phyre").version
    said = f"phyre version 7 (today {today}), pool version {world('pool').version}"
    assert stamped("# New\n", page) == f"# New\n\n*Played in {said}.*\n"


def test_the_leaderboard_marks_rows_of_older_worlds() -> None:
    page = (DOCS / "leaderboard.md").read_text()
    names = set(world_names())
    for board in json.loads((DOCS / "leaderboard.json").read_text())["boards"]:
        for row in board["rows"]:
            for name, version in row["versions"].items():
                if name not in names or version == world(name).version:
                    continue
                said = f"{name} {version} (today {world(name).version})"
                (line,) = [each for each in page.splitlines() if _is_of(each, row)]
                assert said in line, f"{board['protocol']}: {row['agent']}"


def _is_of(line: str, row: dict[str, str]) -> bool:
    return line.startswith("|") and line.endswith(f" `{row['command']}` |")
