"""The leaderboard is built from submissions: badges, shared places, withdrawn rows."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from forger import Forger

from topple.cli.main import main
from topple.submissions.card import Card, Track
from topple.submissions.files import seal
from topple.submissions.submit import submit

TASKS = ["--limit", "2"]


def mark(entry: Path) -> str:
    return hashlib.sha256((entry / "submission.json").read_bytes()).hexdigest()


def forge(entry: Path, agent: str, track: str = "no simulator") -> None:
    """Give the runs of an entry to an agent that nobody knows."""
    f = Forger(entry)
    data = f.json("run.json")
    data["agent"] |= {"name": agent, "simulates": track == Track.TEST}
    f.set("run.json", data)
    f.claim()
    f.card(agent=agent, track=track)
    seal(entry)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a season of two agents of ours, four of others, and forgeries."""
    home = tmp_path_factory.mktemp("season")
    found = home / "2026"
    for who, track in (("random", Track.NONE), ("solution", Track.TEST)):
        run = home / "played" / who
        assert main(["eval", "pool-puzzles", "--agent", who, *TASKS, "--out", str(run)]) == 0
        submit([run], Card(who, ("Ann <b>A</b>",), track), found / who)
    for name in ("ada", "bob", "eve", "mallory", "thief"):
        shutil.copytree(found / "random", found / name)
        forge(found / name, name)
    shutil.copytree(found / "solution", found / "cy")
    forge(found / "cy", "cy", "simulator at test time")
    # Eve changes her card after all was sealed, Mallory brings results of her own.
    Forger(found / "eve").card(track="no simulator", agent="Ada")
    (found / "mallory" / "verified.json").write_text('{"verified": true, "reproduced": true}')
    f = Forger(found / "thief")
    f.set_rows([{**row, "outcome": "solved"} for row in f.rows if row["attempt"] == 1])
    seal(found / "thief")
    (found / "leaderboard.toml").write_text(
        'reproduce = ["solution"]\n[[withdrawn]]\nentry = "bob"\n'
        f'submission = "{mark(found / "bob")}"\n'
        'date = "2026-11-17"\nreason = "trained on <test> tasks"\n'
        '[[withdrawn]]\nentry = "ada"\nsubmission = "another"\ndate = "now"\nreason = "a rival"\n'
    )
    return found


@pytest.fixture(scope="module")
def site(season: Path) -> Path:
    out = season.parent / "site"
    assert main(["leaderboard", "build", str(season), "--out", str(out)]) == 1
    return out


@pytest.fixture(scope="module")
def data(site: Path) -> dict[str, Any]:
    return dict(json.loads((site / "leaderboard.json").read_text()))


def rows_of(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["entry"]: row for board in data["boards"] for row in board["rows"]}


def test_badges_are_earned_where_the_board_is_built(data: dict[str, Any]) -> None:
    badges = {name: row["badge"] for name, row in rows_of(data).items()}
    assert badges == {
        "ada": "verified outcome",
        "bob": "verified outcome",
        "cy": "verified outcome",
        "random": "agent sampled",
        "solution": "reproduced",
    }


def test_an_entry_with_a_fault_is_named_and_not_on_the_board(
    data: dict[str, Any], site: Path
) -> None:
    assert set(data["refused"]) == {"eve", "mallory", "thief"}
    assert "card.toml: a file missing, unknown or changed" in data["refused"]["eve"]
    assert "verified.json: a file missing, unknown or changed" in data["refused"]["mallory"]
    assert "another outcome" in data["refused"]["thief"]
    assert "Not on the board: eve" in (site / "index.html").read_text()


def test_tracks_are_ranked_apart_and_rows_share_places(data: dict[str, Any]) -> None:
    assert [board["track"] for board in data["boards"]] == [Track.NONE, Track.TEST]
    rows = rows_of(data)
    # Two tasks cannot tell two agents apart; a withdrawal names the content that it is about.
    assert {name: row["place"] for name, row in rows.items()} == {
        "ada": 1,
        "random": 1,
        "bob": None,
        "cy": 1,
        "solution": 1,
    }


def test_a_withdrawn_row_stays_struck_through(site: Path, data: dict[str, Any]) -> None:
    text = (site / "index.html").read_text()
    assert '<s><a href="bob.html">bob</a></s>' in text
    assert "withdrawn 2026-11-17: trained on &lt;test&gt; tasks" in text
    assert rows_of(data)["bob"]["withdrawn"] == "2026-11-17: trained on <test> tasks"
    assert not rows_of(data)["ada"]["withdrawn"]


def test_the_page_shows_what_the_site_shows(
    season: Path, data: dict[str, Any], tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    assert main(["leaderboard", "build", str(season), "--out", str(page)]) == 1
    text = page.read_text()
    assert json.loads(page.with_suffix(".json").read_text()) == data
    lines = {
        name: next(x for x in text.splitlines() if f" {name}; " in x) for name in ("ada", "cy")
    }
    assert lines["ada"].startswith("| 1= |")
    assert "| verified outcome |" in lines["ada"]
    assert "| ~~bob~~;" in text
    assert r"trained on \<test\> tasks" in text
    assert "## Not on the board" in text
    assert "- eve: " in text
    assert r"Ann \<b\>A\</b\>" in text


def test_copies_and_stored_solutions_are_named(data: dict[str, Any]) -> None:
    rows = rows_of(data)
    assert rows["cy"]["same_actions_as"] == {"solution": 1.0}
    assert (rows["cy"]["near_stored_solutions"], rows["solution"]["near_stored_solutions"]) == (
        1,
        1,
    )


def test_rows_on_some_tasks_are_not_among_the_best(site: Path, data: dict[str, Any]) -> None:
    best, tables = (site / "index.html").read_text().split("</section>", 1)
    assert not any(board["whole"] for board in data["boards"])
    assert ".html" not in best.split("<tbody>", 1)[1]
    assert 'href="cy.html"' in tables


def test_every_entry_on_the_board_has_a_page(site: Path) -> None:
    for name in ("ada", "bob", "cy", "random", "solution"):
        text = (site / f"{name}.html").read_text()
        assert "pool-puzzles" in text
        assert f"/{name}/runs/" not in text, "a path of the machine that built the site"


def test_an_entry_has_the_name_of_its_agent(season: Path, tmp_path: Path) -> None:
    """So that two names that look alike cannot both be there."""
    copy = tmp_path / "2026"
    for name in ("random", "Random"):
        shutil.copytree(season / "random", copy / name)
    out = tmp_path / "page.md"
    assert main(["leaderboard", "build", str(copy), "--out", str(out)]) == 1
    refused = json.loads(out.with_suffix(".json").read_text())["refused"]
    assert refused == {"Random": "the entry of `random` must be called `random`"}


def test_another_agent_is_not_reproduced(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The attempts of an agent cannot pass for those of another seed."""
    out = season.parent / "seed"
    shutil.copytree(season / "random", out)
    f = Forger(out)
    f.set("run.json", {**f.json("run.json"), "seed": 7})
    seal(out)
    assert main(["verify", str(out)]) == 1
    assert "`random` makes another attempt 1" in capsys.readouterr().err
