"""One progress bar: live on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

from topple import progress
from topple.cli.main import main
from topple.progress import Bar
from topple.runs.watch import RunBars


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_share_that_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_REDRAW_S", 0.0)
    with contextlib.redirect_stderr(Terminal()) as terminal, Bar("play", "tasks") as bar:
        bar.update(0, 4)
        bar.update(1, 4, "half")
    text = terminal.getvalue()
    assert "\rplay [######..................] 1 of 4 tasks" in text
    assert "half" in text
    assert text.count("\n") == 1


def test_a_terminal_is_kept_when_a_library_replaces_stderr() -> None:
    with contextlib.redirect_stderr(Terminal()) as terminal:
        bar = Bar("play", "tasks")
    with contextlib.redirect_stderr(io.StringIO()) as proxy, bar:
        bar.update(4, 4)
    assert "4 of 4 tasks" in terminal.getvalue()
    assert not proxy.getvalue()


def test_ctrl_c_leaves_the_cursor_below_the_bar() -> None:
    terminal = Terminal()
    quiet = contextlib.suppress(KeyboardInterrupt)
    with quiet, contextlib.redirect_stderr(terminal), Bar("play", "tasks") as bar:
        bar.update(4, 4)
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\n")


def test_an_agent_that_practises_first_says_on_how_many_tasks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with RunBars() as bars:
        bars.fitting(0, 0, 2000)
        bars.fitting(0, 1, 2000)
        bars.fitting(1, 0, 2000)
    said = capsys.readouterr().err
    assert said.count("practises on") == 1
    assert said.count("the agent first practises on 2,000 tasks of fold 0") == 1


def test_one_task_is_one_task_and_a_shorter_practice_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with RunBars(shorter="--set actions=100") as bars:
        bars.fitting(0, 0, 1)
    said = capsys.readouterr().err
    assert "practises on 1 task of fold 0;" in said
    assert "for a first look, `--set actions=100` makes it shorter" in said


def test_an_oracle_does_not_announce_every_task(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["eval", "phyre-b-within", "--agent", "oracle", "--set", "actions=10", "--limit", "4"]
    assert main([*line, "--out", str(tmp_path / "run")]) in (0, 1)
    assert "practises" not in capsys.readouterr().err


def test_elsewhere_a_line_comes_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    with Bar("play", "tasks") as bar:
        for done in range(1, 151):
            now = float(done)
            bar.update(done, 150)
    lines = capsys.readouterr().err.splitlines()
    assert [line.split("] ")[1].split("  ")[0] for line in lines] == [
        "60 of 150 tasks",
        "120 of 150 tasks",
    ]
