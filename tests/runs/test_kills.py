"""A run that is killed and resumed any number of times has the records of a run left alone."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from run_folders import records

from topple.runs.folder import ATTEMPTS, FINISHED

COMMAND = ("eval", "phyre-b-within", "--agent", "random", "--threads", "1")


def test_killed_runs_become_the_same(tmp_path: Path) -> None:
    check_kills(6, tmp_path, (*COMMAND, "--limit", "5"), longest_s=1.0)


@pytest.mark.slow
def test_two_hundred_kills_change_nothing(tmp_path: Path) -> None:
    check_kills(200, tmp_path, (*COMMAND, "--limit", "60"), longest_s=2.5)


def check_kills(kills: int, folder: Path, arguments: Sequence[str], longest_s: float) -> None:
    """Kill runs at random moments, resume them, and compare each with one left alone.

    A run that finishes before it has been killed often enough is followed by a new one.
    """
    start(arguments, folder / "undisturbed").wait()
    wanted = records(folder / "undisturbed" / ATTEMPTS)
    assert wanted
    moments = random.Random(1)
    done = number = 0
    while done < kills:
        run = folder / str(number)
        process = start(arguments, run)
        try:
            process.wait(timeout=moments.uniform(0.2, longest_s))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            done += 1
        if (run / FINISHED).exists():
            assert records(run / ATTEMPTS) == wanted
            number += 1
    start(arguments, folder / str(number)).wait()
    assert records(folder / str(number) / ATTEMPTS) == wanted


def start(arguments: Sequence[str], out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "topple.cli.main", *arguments, "--out", str(out)]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
