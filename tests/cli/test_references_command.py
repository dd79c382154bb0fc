"""`topple references` computes floors and ceilings; quick looks are not stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.protocols import protocol
from topple.protocols import references as stored


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stored, "FOLDER", tmp_path / "stored")
    (tmp_path / "stored").mkdir()


def test_agents_play_all_folds_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["references", "phyre-b-within", "--limit", "1", "--json"]
    assert main(command) == 0
    first = json.loads(capsys.readouterr().out)
    assert list(first["agents"]) == ["random", "oracle"]
    for row in first["agents"].values():
        assert len(row["auccess"]) == len(protocol("phyre-b-within").folds)
    assert sum(first["agents"]["random"]["auccess"]) < sum(first["agents"]["oracle"]["auccess"])
    assert len(list((tmp_path / "runs").glob("*/finished.json"))) == 2
    monkeypatch.setattr("topple.runs.evaluate._Session.play_fold", None)  # nothing is left to play
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_a_quick_look_writes_nothing_unless_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = ["references", "deepphy-phyre", "--form", "2x2x2", "--limit", "3"]
    assert main(quick) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown] == ["agent", "random", "oracle"]
    assert not list((tmp_path / "stored").iterdir())
    assert main([*quick, "--out", "stored/deepphy-phyre-2x2x2.json"]) == 0
    found = stored.references("deepphy-phyre-2x2x2", 1, "test")
    assert found is not None
    assert found.command.startswith("topple references deepphy-phyre --form 2x2x2")


def test_other_metrics_and_needless_options_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["references", "phyq-broad"]) == 2
    assert "references hold AUCCESS only" in capsys.readouterr().err
    assert main(["references", "phyre-b-within", "--form", "free"]) == 2
    assert "leave out --form" in capsys.readouterr().err
