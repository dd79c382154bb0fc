"""`topple eval`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from topple.cli.main import main

SMALL = ["eval", "phyre-b-within", "--agent", "random", "--limit", "2"]


def test_eval_plays_and_says_what_came_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "run")
    assert main([*SMALL, "--out", out, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["folder"] == out
    assert main([*SMALL, "--out", out]) == 0
    text, talk = capsys.readouterr()
    assert "is finished: nothing left to do" in talk
    assert "phyre-b-within" in text
    settings = json.loads((tmp_path / "run" / "run.json").read_text())
    assert settings["folds"] == [0]
    assert settings["part"] == "test"


def test_eval_imports_only_what_it_shows(tmp_path: Path) -> None:
    line = ["eval", "kinetix-s", "--agent", "random", "--limit", "5", "--out", f"{tmp_path}/run"]
    code = f"import sys; from topple.cli.main import main; main({line}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    unused = {"numpy.ma", "html", "csv", "topple.reports.tables.data", "topple.metrics.learning"}
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "topple.metrics.bootstrap" in loaded
    assert not unused & loaded


@pytest.mark.parametrize(
    ("text", "folds"),
    [("3", [3]), ("0,7", [0, 7]), ("2-4", [2, 3, 4]), ("all", list(range(10)))],
)
def test_folds_are_read(text: str, folds: list[int], tmp_path: Path) -> None:
    argv = [*SMALL[:-1], "1", "--fold", text, "--dev", "--out", str(tmp_path / "run")]
    assert main(argv) == 0
    settings = json.loads((tmp_path / "run" / "run.json").read_text())
    assert settings["folds"] == folds
    assert settings["part"] == "dev"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["eval", "phyre-b-whithin", "--agent", "random"], "did you mean `phyre-b-within`?"),
        (["eval", "phyre-b-within", "--agent", "rnadom"], "did you mean `random`?"),
        (["eval", "phyre-b-within", "--agent", "bambirds-like"], "`bambirds-like` plays birds"),
        (["eval", "phyq-broad", "--agent", "dqn"], "`topple list agents` shows who plays birds"),
        ([*SMALL, "--set", "listd=true"], "did you mean `listed`?"),
        ([*SMALL, "--set", "listed"], "is not FIELD=VALUE"),
        ([*SMALL, "--fold", "12"], "has 0 to 9"),
        ([*SMALL, "--fold", "x"], "does not name folds"),
        ([*SMALL, "--fold", "-1"], "does not name folds"),
        ([*SMALL, "--fold", "5-3"], "ends before it begins"),
        ([*SMALL, "--limit", "-4"], "-4 is too small; it must be at least 1"),
        ([*SMALL, "--seed", "x"], "is not a whole number"),
        ([*SMALL, "--threads", "0"], "is too small; it must be at least 1"),
        ([*SMALL, "--time-limit", "0"], "is not a number above 0"),
        ([*SMALL, "--out", "/proc/nothing/run"], "cannot write to"),
    ],
)
def test_bad_input_is_misuse(
    argv: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--out" not in argv:
        argv = [*argv, "--out", str(tmp_path / "run")]
    assert main(argv) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "run" / "attempts.jsonl").exists()


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    argv = [*SMALL[:-1], "400", "--out", str(tmp_path / "run")]
    command = [sys.executable, "-m", "topple.cli.main", *argv]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    lines = tmp_path / "run" / "attempts.jsonl"
    for _ in range(600):
        if lines.exists() and lines.stat().st_size:
            break
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    _, talk = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "To resume:\n  topple eval phyre-b-within" in talk
    assert lines.read_bytes().endswith(b"\n")


RAISING = """
from topple.agents import Agent, agent

@agent("raising", version=1)
class Raising(Agent):
    def act(self, task, past):
        if "ledge" in str(task) or {all}:
            raise RuntimeError("boom")
        return task.actions.candidates(1)[0].tolist()

class Plain(Agent):
    pass
"""


@pytest.mark.parametrize("every", [True, False])
def test_a_raising_agent_is_not_a_bad_agent(
    every: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(RAISING.replace("{all}", str(every)))
    line = ["eval", "phyre-b-within", "--agent", f"{file}:Raising", "--limit", "25"]
    assert main([*line, "--out", str(tmp_path / "run")]) == (1 if every else 0)
    said = capsys.readouterr().err
    assert said.count("Traceback") == 1
    assert f'File "{file}", line 8, in act' in said
    assert said.count("the agent raised RuntimeError: boom") == 1
    assert "tasks failed by the agent's fault and count as not solved" in said
    assert main([*line, "--out", str(tmp_path / "fast"), "--fail-fast"]) == 1
    assert "error: the agent raised RuntimeError: boom" in capsys.readouterr().err
    assert not (tmp_path / "fast").exists(), "nothing was played"


def test_a_class_without_the_decorator_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(RAISING)
    assert main(["eval", "phyre-b-within", "--agent", f"{file}:Plain"]) == 2
    assert "decorate the class with `@agent(...)`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agent", "random", "--form", "8x8x8"], "--form has an effect with --model only"),
        (["--agent", "random", "--spend", "3"], "--spend has an effect with --model only"),
        (["--model", "topple/mock", "--threads", "2"], "--threads has an effect with --agent"),
        (["--model", "topple/mock", "--fail-fast"], "--fail-fast has an effect with --agent"),
    ],
)
def test_an_option_without_effect_is_refused(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "deepphy-phyre", *options]) == 2
    assert message in capsys.readouterr().err


SILENT = """
from topple.agents import Agent, agent

@agent("silent", version=1)
class Silent(Agent):
    def act(self, task, past):
        {body}
"""


@pytest.mark.parametrize(
    ("body", "message", "hint"),
    [
        ("self.rng.uniform()", "the agent gave up all 3 tasks: `act` returned None", "must return"),
        ("return [float('nan')] * 3", "actions of the agent were invalid", "`topple list phyre`"),
    ],
)
def test_an_agent_that_never_acts_is_not_a_weak_agent(
    body: str, message: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SILENT.replace("{body}", body))
    run = tmp_path / "run"
    line = ["eval", "phyre-b-within", "--agent", f"{file}:Silent", "--limit", "3"]
    assert main([*line, "--out", str(run)]) == 1
    said = capsys.readouterr().err
    assert message in said
    assert hint in said
    assert main([*line, "--out", str(run)]) == 1
    assert message in capsys.readouterr().err
    assert main(["report", str(run), str(tmp_path)]) == 0
    assert "silent" in capsys.readouterr().out
