"""`topple references` computes floors and ceilings; quick looks are not stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.metrics.metric import metric
from topple.protocols import protocol
from topple.protocols import references as stored


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stored, "FOLDER", tmp_path / "stored")
    (tmp_path / "stored" / "phyre" / "references").mkdir(parents=True)


def test_agents_play_all_folds_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["references", "iphyre-within", "--limit", "1", "--json"]
    assert main(command) == 0
    first = json.loads(capsys.readouterr().out)
    assert [first[end]["agent"] for end in ("floor", "ceiling")] == ["random", "solution"]
    low, high = (first[end]["figures"]["AUCCESS"] for end in ("floor", "ceiling"))
    assert len(low) == len(high) == len(protocol("iphyre-within").folds)
    assert sum(low) < sum(high)
    assert len(list((tmp_path / "runs").glob("*/finished.json"))) == 2
    monkeypatch.setattr("topple.runs.evaluate._Session.play_fold", None)  # nothing is left to play
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_the_ceiling_of_phyre_simulates_many_actions() -> None:
    rules = protocol("phyre-b-within")
    assert (rules.floor, rules.ceiling) == ("random listed=true", "oracle")


def test_a_quick_look_writes_nothing_unless_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = ["references", "deepphy-phyre", "--form", "2x2x2", "--limit", "3"]
    assert main(quick) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown] == ["agent", "floor", "ceiling", "blind", "blind"]
    assert not list((tmp_path / "stored").rglob("*.json"))
    assert main([*quick, "--out", "stored/phyre/references/deepphy-phyre-2x2x2.json"]) == 0
    found = stored.references("deepphy-phyre-2x2x2", 1, "test")
    assert found is not None
    assert found.command.startswith("topple references deepphy-phyre --form 2x2x2")


@pytest.mark.parametrize(
    ("name", "limit"), [("phyq-broad", "14"), ("pool-nine-ball", "2"), ("rope-packs", "2")]
)
def test_every_metric_has_ends(name: str, limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["references", name, "--limit", limit, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    score = metric(protocol(name).metric).title
    assert found["ceiling"]["agent"] == "solution"
    assert found["floor"]["figures"][score] < found["ceiling"]["figures"][score]


def test_tasks_that_are_too_few_for_a_score_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["references", "phyq-broad", "--limit", "2"]) == 2
    assert "so few tasks have no Phy-Q" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["deepphy-kinetix-classic", "deepphy-pool-classic"])
def test_games_in_turns_have_ends(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["references", name, "--limit", "1", "--draws", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    score = metric(protocol(name).metric).title
    assert len(found["floor"]["figures"][score]) == len(protocol(name).folds)
    assert max(found["ceiling"]["figures"][score]) > 0


def test_fewer_draws_than_attempts_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["references", "deepphy-iphyre", "--limit", "1", "--draws", "9"]) == 2
    assert "give --draws 10 or more" in capsys.readouterr().err


def test_needless_options_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["references", "phyre-b-within", "--form", "free"]) == 2
    assert "leave out --form" in capsys.readouterr().err
