"""Runs of every protocol from an earlier version load, replay and report unchanged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from topple.cli._report import Reported
from topple.cli.main import main
from topple.protocols import all_protocols
from topple.runs.folder import read_settings

RECORDED = Path(__file__).parent / "recorded"
RUNS = sorted((RECORDED / "runs").iterdir())
_REWORDED = ("warnings", "source")  # sentences for people


def numbers(value: Any) -> Any:
    """Drop the sentences of a report; all that is left must stay as it is."""
    if isinstance(value, dict):
        return {k: numbers(v) for k, v in value.items() if k not in _REWORDED}
    return [numbers(each) for each in value] if isinstance(value, list) else value


def test_every_protocol_has_a_recorded_run() -> None:
    assert {path.name for path in RUNS} == set(all_protocols())


def test_reports_say_what_they_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(RECORDED)
    found = Reported([Path("runs") / path.name for path in RUNS]).facts()
    expected = json.loads((RECORDED / "report.json").read_text())
    assert numbers(json.loads(json.dumps(found))) == numbers(expected)


@pytest.mark.parametrize("run", RUNS, ids=lambda path: path.name)
def test_attempts_replay_as_recorded(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    attempts = map(json.loads, (run / "attempts.jsonl").read_text().splitlines())
    played = [each for each in attempts if each["action"] and each["fold"] == 0]
    assert played
    for each in played[:: max(1, len(played) // 2)]:
        which = ["--task", each["task"], "--attempt", str(each["attempt"]), "--fold", "0"]
        code = main(["show", str(run), *which, "--json"])
        found = json.loads(capsys.readouterr().out)
        assert (code, found["as_recorded"]) == (0, True)


@pytest.mark.parametrize("run", RUNS, ids=lambda path: path.name)
def test_the_command_of_a_run_says_that_it_is_finished(run: Path) -> None:
    assert read_settings(run)["protocol"]["name"] == run.name
    assert (run / "finished.json").exists()
