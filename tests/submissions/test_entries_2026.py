"""The leaderboard of 2026: every row is of today's rules, and its attempts play again."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from topple.agents.agent import all_agents
from topple.cli.main import main
from topple.prompting.reader import READING
from topple.protocols import protocol
from topple.submissions import entries, files
from topple.submissions.entries import SEASON, Badge
from topple.submissions.verify import verify
from topple.worlds import world

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "leaderboard" / "2026"
ENTRIES = sorted(path.parent for path in FOLDER.glob(f"*/{files.MANIFEST}"))
RUNS = sorted(FOLDER.glob("*/runs/*/run.json"))
SAMPLED = ("kinetix-planner", "pool-hard-centre", "rope-mock")


def entry_name(path: Path) -> str:
    return path.name


def test_there_are_entries() -> None:
    assert len(ENTRIES) >= 19
    assert set(SAMPLED) <= {path.name for path in ENTRIES}


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.parent.name)
def test_a_run_is_of_todays_rules(path: Path) -> None:
    run = json.loads(path.read_text())
    rules, agent = protocol(run["protocol"]["name"]), run["agent"]
    assert run["protocol"]["version"] == rules.version
    assert run["world"] == {"name": rules.world, "version": world(rules.world).version}
    if "asking" in run:
        assert run["reading"] == READING
    if agent["name"] in all_agents():
        assert agent["version"] <= all_agents()[agent["name"]].version


@pytest.mark.parametrize("name", SAMPLED)
def test_attempts_play_again(name: str) -> None:
    assert verify(FOLDER / name).verified


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=entry_name)
def test_all_attempts_play_again(entry: Path) -> None:
    assert verify(entry).verified


def test_the_page_is_built_from_the_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it but the badges, which take minutes: the workflow `leaderboard` earns them again."""
    stored = json.loads((ROOT / "docs" / "leaderboard.json").read_text())
    rows = [row for board in stored["boards"] for row in board["rows"]]
    badges = {row["submission"]: Badge(row["badge"]) for row in rows}
    monkeypatch.setattr(entries, "check_here", lambda taken, again: badges[taken.mark])
    out = tmp_path / "leaderboard.md"
    assert main(["leaderboard", "build", str(FOLDER), "--out", str(out)]) == 0
    for name in ("leaderboard.md", "leaderboard.json"):
        assert (ROOT / "docs" / name).read_text() == (tmp_path / name).read_text(), (
            "run `topple leaderboard build leaderboard/2026 --out docs/leaderboard.md`"
        )


def test_what_is_to_be_reproduced_is_there() -> None:
    wanted = tomllib.loads((FOLDER / SEASON).read_text())["reproduce"]
    assert set(wanted) <= {path.name for path in ENTRIES}
