"""The leaderboard is built from submissions: badges, shared places, withdrawn rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.submissions.card import Card, Track
from topple.submissions.submit import submit

TASKS = ["--limit", "2"]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("season")
    for name, protocol, who, track, withdrawn in (
        ("ada", "pool-puzzles", "random", Track.NONE, ""),
        ("bob", "pool-puzzles", "random", Track.NONE, "2026-11-17: trained on <test> tasks"),
        ("cy", "pool-puzzles", "random", Track.TEST, ""),
        ("dee", "pool-puzzles", "solution", Track.TEST, ""),
    ):
        run = home / "played" / name
        assert main(["eval", protocol, "--agent", who, *TASKS, "--out", str(run)]) == 0
        card = Card(name, ("A. Author",), track, withdrawn=withdrawn)
        submit([run], card, home / "2026" / name)
    assert main(["verify", str(home / "2026" / "ada")]) == 0
    assert main(["verify", str(home / "2026" / "dee"), "--reproduce"]) == 0
    return home / "2026"


@pytest.fixture(scope="module")
def site(season: Path) -> Path:
    out = season.parent / "site"
    assert main(["leaderboard", "build", str(season), "--out", str(out)]) == 0
    return out


def test_tracks_are_ranked_apart_and_badges_say_what_was_checked(site: Path) -> None:
    data = json.loads((site / "leaderboard.json").read_text())
    rows = {row["entry"]: row for board in data["boards"] for row in board["rows"]}
    assert [board["track"] for board in data["boards"]] == [Track.NONE, Track.TEST]
    badges = {name: row["badge"] for name, row in rows.items()}
    assert badges == {
        "ada": "verified outcome",
        "bob": "self-reported",
        "cy": "self-reported",
        "dee": "reproduced",
    }
    assert (rows["ada"]["place"], rows["bob"]["place"]) == (1, None)
    # Two tasks cannot tell two agents apart.
    assert rows["cy"]["place"] == rows["dee"]["place"] == 1


def test_a_withdrawn_row_stays_struck_through(site: Path) -> None:
    text = (site / "index.html").read_text()
    assert '<s><a href="bob.html">bob</a></s>' in text
    assert "withdrawn 2026-11-17: trained on &lt;test&gt; tasks" in text


def test_stored_solutions_are_not_among_the_best_rows(site: Path) -> None:
    best, tables = (site / "index.html").read_text().split("</section>", 1)
    assert 'href="cy.html"' in best
    assert 'href="dee.html"' not in best
    assert 'href="dee.html"' in tables


def test_every_entry_has_a_page(site: Path) -> None:
    for name in ("ada", "bob", "cy", "dee"):
        text = (site / f"{name}.html").read_text()
        assert "pool-puzzles" in text
        assert f"/{name}/runs/" not in text, "a path of the machine that built the site"


def test_another_agent_is_not_reproduced(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The attempts of random play cannot pass for those of another seed."""
    run = season.parent / "played" / "seed"
    assert main(["eval", "pool-puzzles", "--agent", "random", *TASKS, "--out", str(run)]) == 0
    settings = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps({**settings, "seed": 7}))
    out = season.parent / "seed"
    submit([run], Card("random", ("Ada",), Track.NONE), out)
    assert main(["verify", str(out)]) == 0
    assert main(["verify", str(out), "--reproduce"]) == 1
    assert "is not reproduced: another attempt 1" in capsys.readouterr().err


def test_a_seal_that_does_not_fit_costs_the_badge(season: Path, site: Path, tmp_path: Path) -> None:
    path = season / "ada" / "verified.json"
    before = path.read_text()
    path.write_text(json.dumps({**json.loads(before), "submission": "0" * 64}))
    assert main(["leaderboard", "build", str(season), "--out", str(tmp_path)]) == 0
    path.write_text(before)
    data = json.loads((tmp_path / "leaderboard.json").read_text())
    badges = [r["badge"] for b in data["boards"] for r in b["rows"] if r["entry"] == "ada"]
    assert badges == ["self-reported"]
