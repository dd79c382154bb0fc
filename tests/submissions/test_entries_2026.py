"""The leaderboard of 2026: every row is of today's rules, and its attempts play again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from topple.agents.agent import all_agents
from topple.cli.main import main
from topple.protocols import protocol
from topple.submissions import files
from topple.submissions.entries import Badge, badge
from topple.submissions.verify import verify
from topple.worlds import world

ROOT = Path(__file__).parents[2]
SEASON = ROOT / "leaderboard" / "2026"
ENTRIES = sorted(path.parent for path in SEASON.glob(f"*/{files.MANIFEST}"))
RUNS = sorted(SEASON.glob("*/runs/*/run.json"))
SAMPLED = ("kinetix-planner", "pool-hard-centre", "rope-mock")


def entry_name(path: Path) -> str:
    return path.name


def test_there_are_entries() -> None:
    assert len(ENTRIES) >= 19
    assert set(SAMPLED) <= {path.name for path in ENTRIES}


@pytest.mark.parametrize("entry", ENTRIES, ids=entry_name)
def test_an_entry_was_verified_as_it_is_stored(entry: Path) -> None:
    assert badge(entry) is not Badge.REPORTED


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.parent.name)
def test_a_run_is_of_todays_rules(path: Path) -> None:
    run = json.loads(path.read_text())
    rules, agent = protocol(run["protocol"]["name"]), run["agent"]
    assert run["protocol"]["version"] == rules.version
    assert run["world"] == {"name": rules.world, "version": world(rules.world).version}
    if agent["name"] in all_agents():
        assert agent["version"] <= all_agents()[agent["name"]].version


@pytest.mark.parametrize("name", SAMPLED)
def test_attempts_play_again(name: str, tmp_path: Path) -> None:
    assert verify(Path(shutil.copytree(SEASON / name, tmp_path / name))).verified


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=entry_name)
def test_all_attempts_play_again(entry: Path, tmp_path: Path) -> None:
    assert verify(Path(shutil.copytree(entry, tmp_path / entry.name))).verified


def test_the_page_is_built_from_the_entries(tmp_path: Path) -> None:
    out = tmp_path / "leaderboard.md"
    assert main(["leaderboard", "build", str(SEASON), "--out", str(out)]) == 0
    for name in ("leaderboard.md", "leaderboard.json"):
        assert (ROOT / "docs" / name).read_text() == (tmp_path / name).read_text(), (
            "run `topple leaderboard build leaderboard/2026 --out docs/leaderboard.md`"
        )
