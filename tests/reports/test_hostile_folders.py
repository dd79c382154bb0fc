"""Run folders from strangers: safe text or a clear error everywhere, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from run_folders import settings, write_run

from topple.cli.main import main
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.direct import play_directly
from topple.vlm.plan import ModelPlan

EVIL = "evil\x1b[2J\x1b]0;pwn\x07|<img src=x onerror=alert(1)>|\nline2\u202e `x` [a](b)"
TASK = protocol("phyre-b-within").split(0).test[0]
DEEPPHY = protocol("deepphy-phyre")


def evil_run(folder: Path) -> Path:
    made = [Attempt(0, TASK, 1, (0.1, 0.2, 0.3), Outcome.SOLVED, 3, "0")]
    said = settings(agent=EVIL, tasks={"0": 1}, made_by={"command": f"topple eval {EVIL}"})
    return write_run(folder, said, made)


def test_names_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(evil_run(tmp_path / "run"))]) == 0
    shown = capsys.readouterr()
    for text in (shown.out, shown.err):
        assert not any(c in text for c in "\x1b\x07\u202e")
    assert any(line.startswith("evil") and "line2" in line for line in shown.out.splitlines())


def test_names_cannot_leave_their_cell(tmp_path: Path) -> None:
    page = tmp_path / "board.md"
    assert main(["leaderboard", "show", str(evil_run(tmp_path / "run")), "--out", str(page)]) == 0
    text = page.read_text()
    (row,) = [line for line in text.splitlines() if "evil" in line]
    bars = row.replace("\\|", "").count("|")
    head = next(line for line in text.splitlines() if line.startswith("| ---"))
    assert bars == head.count("|")
    assert r"\<img src=x onerror=alert(1)\>" in row
    assert not any(c in text for c in "\x1b\x07\u202e")


def model_run(folder: Path) -> Path:
    rules = DEEPPHY
    setup = Setup("5x5x5", history="none")
    play_directly(ModelPlan(rules, setup, "topple/mock", rules.folds, limit=1), folder)
    return folder


TURNS = [
    {"read": "text"},
    {"read": ["x"]},
    {"spent": None},
    {"spent": {"tokens_in": "many", "tokens_out": 0, "cost_usd": 0}},
    {"answer": 7},
    {"answer": None},
    {"prediction": []},
    {"attempt": "1"},
    {"task": 3},
]


@pytest.mark.parametrize("wrong", TURNS, ids=str)
def test_a_damaged_turn_is_an_error(
    wrong: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = model_run(tmp_path / "run")
    path = folder / "turns.jsonl"
    first, *others = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(first), **wrong}), *others]) + "\n")
    assert main(["report", str(folder), "--transcripts", str(tmp_path / "page.html")]) == 2
    assert "turns.jsonl, line 1: not a turn" in capsys.readouterr().err


def test_half_characters_in_a_foreign_run_are_shown(tmp_path: Path) -> None:
    folder = model_run(tmp_path / "run")
    path, page = folder / "turns.jsonl", tmp_path / "page.html"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps({**row, "answer": "\ud83d"}) + "\n" for row in rows))
    assert main(["report", str(folder), "--transcripts", str(page)]) == 0
    assert page.stat().st_size > 1000


@pytest.mark.parametrize("wrong", [{"tokens": 10**30}, {"steps": -1}, {"tokens": "x"}], ids=str)
def test_a_forged_attempt_is_an_error(
    wrong: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = evil_run(tmp_path / "run")
    path = folder / "attempts.jsonl"
    path.write_text(json.dumps({**json.loads(path.read_text()), "asked": "0", **wrong}) + "\n")
    assert main(["report", str(folder)]) == 2
    assert "attempts.jsonl, line 1: not an attempt" in capsys.readouterr().err


@pytest.mark.parametrize("attempts", [10**9, 0, -1, "x"])
def test_a_forged_number_of_attempts_is_an_error(
    attempts: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = evil_run(tmp_path / "run")
    path = folder / "run.json"
    data = json.loads(path.read_text())
    data["protocol"]["attempts"] = attempts
    path.write_text(json.dumps(data))
    assert main(["report", str(folder)]) == 2
    assert "is not a run" in capsys.readouterr().err


def test_a_doubled_attempt_is_found_before_a_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    command = ["eval", "deepphy-phyre", "--model", "topple/mock", "--limit", "1"]
    command += ["--history", "none", "--out", str(folder)]
    assert main(command) == 0
    path = folder / "attempts.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[-1]]) + "\n")
    (folder / "finished.json").unlink()
    capsys.readouterr()
    assert main(command) == 2
    found = f"line {len(lines) + 1}: attempt {len(lines)} of"
    assert found in capsys.readouterr().err


def test_a_finished_run_in_a_read_only_folder_is_read(tmp_path: Path) -> None:
    folder = model_run(tmp_path / "run")
    (folder / "lock").unlink()
    command = ["eval", "deepphy-phyre", "--model", "topple/mock", "--limit", "1"]
    assert main([*command, "--history", "none", "--out", str(folder)]) == 0
    assert not (folder / "lock").exists(), "nothing was written"


@pytest.mark.parametrize("content", [b"", b"{}", b"PK\x03\x04 nothing", b"\x00" * 100, b"[1]"])
def test_a_file_that_is_no_log_is_an_error(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("log.eval", "log.json"):
        (tmp_path / name).write_bytes(content)
        out = str(tmp_path / "out")
        assert main(["import", "inspect", str(tmp_path / name), "--out", out]) == 2
        assert "error:" in capsys.readouterr().err
        assert not Path(out).exists()


def test_a_cluster_that_is_not_there_is_an_error_at_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("ray")
    command = ["eval", "phyre-b-within", "--agent", "random", "--limit", "1"]
    assert main([*command, "--cluster", "127.0.0.1:9", "--out", str(tmp_path / "run")]) == 2
    assert "cannot reach a Ray cluster at `127.0.0.1:9`" in capsys.readouterr().err
