"""`topple compare`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from run_folders import finish, settings, write_run

from topple.cli.main import main
from topple.installed import install_command
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

FOLDS = 3


def write(folder: Path, agent: str, solved_every: int, **changed: Any) -> Path:
    """Make up a run of one attempt a task, of which every so many solve it."""
    attempts = []
    for fold in range(FOLDS):
        for i, name in enumerate(protocol("phyre-b-within").split(fold).test[::10]):
            end = Outcome.MISSED if i % solved_every else Outcome.SOLVED
            attempts.append(Attempt(fold, name, 1, (0.5, 0.9, 0.1), end, 100, "00"))
    tasks = {str(fold): 50 for fold in range(FOLDS)}
    given: dict[str, Any] = {"folds": list(range(FOLDS)), "limit": 50, "tasks": tasks, **changed}
    write_run(folder, settings(agent=agent, **given), attempts)
    return finish(folder, len(attempts), len(attempts))


def test_compare_says_who_is_above(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = write(tmp_path / "a", "strong", 1), write(tmp_path / "b", "weak", 5)
    assert main(["compare", str(a), str(b)]) == 0
    out = capsys.readouterr().out
    assert "150 tasks of 25 templates" in out
    assert "strong is above weak: 80.0 points" in out
    assert "p < 0.01 needs at least 7 folds" in out
    assert main(["compare", str(b), str(a)]) == 0
    assert "strong is above weak: 80.0 points" in capsys.readouterr().out


def test_compare_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = write(tmp_path / "a", "strong", 1), write(tmp_path / "b", "weak", 5)
    assert main(["compare", str(a), str(b), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["difference"] == pytest.approx(80.0)
    assert (data["a"], data["b"]) == (pytest.approx(100.0), pytest.approx(20.0))
    assert (data["above"], data["unit"], data["clusters"]) == (1, "template", 25)
    low, high = data["interval"]
    assert 0 < low < 80 < high < 100
    assert data["wilcoxon"]["folds"] == FOLDS
    assert data["left_out"] == [0, 0]


def test_a_run_equals_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a = write(tmp_path / "a", "same", 4)
    b = write(tmp_path / "b", "same", 4)
    assert main(["compare", str(a), str(b)]) == 0
    assert "same (a) and same (b) cannot be told apart" in capsys.readouterr().out


def test_only_what_both_have_played_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = write(tmp_path / "a", "strong", 1), write(tmp_path / "b", "weak", 5)
    (b / "finished.json").unlink()
    lines = (b / "attempts.jsonl").read_text().splitlines(keepends=True)
    (b / "attempts.jsonl").write_text("".join(lines[:100]))
    assert main(["compare", str(a), str(b)]) == 0
    out, err = capsys.readouterr()
    assert "100 tasks of 25 templates" in out
    assert "weak is unfinished" in err
    assert "tasks left out" in err


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"part": "dev"}, "the runs differ in part: `test` against `dev`"),
        ({"rules": {"name": "phyre-b-cross"}}, "the runs differ in protocol: "),
        ({"rules": {"version": 2}}, "the runs differ in protocol version: `1` against `2`"),
        (
            {"rules": {"uncounted": []}},
            "the runs differ in uncounted: failed, invalid against none",
        ),
        ({"world": {"name": "phyre", "version": 2}}, "the runs differ in world version"),
    ],
)
def test_runs_that_cannot_be_compared_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], message: str
) -> None:
    a, b = write(tmp_path / "a", "one", 1), write(tmp_path / "b", "two", 5, **changed)
    assert main(["compare", str(a), str(b)]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert "only runs of one protocol, version and part" in err


def test_runs_of_different_length_are_compared_at_the_shorter_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a = write(tmp_path / "a", "one", 1)
    b = write(tmp_path / "b", "two", 5, rules={"attempts": 10})
    assert main(["compare", str(a), str(b)]) == 2
    assert "the runs differ in attempts: `100` against `10`\nhint: --attempts 10" in (
        capsys.readouterr().err
    )
    assert main(["compare", str(a), str(b), "--attempts", "10"]) == 0
    assert "one is above two: 80.0 points" in capsys.readouterr().out


def test_without_scipy_the_rest_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    a, b = write(tmp_path / "a", "strong", 1), write(tmp_path / "b", "weak", 5)
    assert main(["compare", str(a), str(b)]) == 0
    out = capsys.readouterr().out
    assert install_command("report") in out
    assert "strong is above weak" in out
