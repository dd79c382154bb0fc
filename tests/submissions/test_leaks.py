"""The leak alarm rings for an agent that has seen the sealed actions, and not for others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from topple.cli.main import main
from topple.submissions.leaks import SEALS, Pick, leak_test, read_seals
from topple.submissions.verify import verify
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

K, TASKS = 10, 20
PICKS = {f"phyre/off_the_ledge@1:{i:03d}": Pick((float(i % K),), K) for i in range(TASKS)}


def solved(name: str, action: float) -> Attempt:
    return Attempt(0, name, 1, (action,), Outcome.SOLVED)


def test_an_agent_that_saw_the_seals_is_named() -> None:
    found = leak_test([solved(name, pick.action[0]) for name, pick in PICKS.items()], PICKS)
    assert found.hits == TASKS
    assert found.expected == pytest.approx(2.0)
    assert found.alarm
    assert found.p == pytest.approx(K**-TASKS)


def test_the_test_is_calibrated_for_agents_that_guess() -> None:
    rng = np.random.default_rng(0)
    found = [
        leak_test([solved(name, float(rng.integers(K))) for name in PICKS], PICKS)
        for _ in range(500)
    ]
    assert not any(each.alarm for each in found)
    assert np.mean([each.p < 0.05 for each in found]) < 0.08
    assert np.mean([each.hits for each in found]) == pytest.approx(2.0, abs=0.3)


def test_only_the_first_solution_of_a_task_counts() -> None:
    name, pick = next(iter(PICKS.items()))
    found = leak_test([solved(name, 5.5), solved(name, pick.action[0])], PICKS)
    assert (found.solved, found.hits) == (1, 0)


def test_a_season_seals_and_verifies(tmp_path: Path) -> None:
    home, tasks = tmp_path / "season", tmp_path / "tasks.json"
    chosen = ["--template", "off_the_ledge", "--per-template", "2"]
    assert main(["season", "new", str(home), "phyre-b-within", *chosen]) == 0
    assert main(["season", "serve", str(home), "--file", str(tasks)]) == 0
    assert main(["season", "seal", str(home), "--file", str(tasks)]) == 0
    assert not (home / SEALS).stat().st_mode & 0o077
    run, out = tmp_path / "run", tmp_path / "out"
    play = ["eval", "phyre-b-within", "--agent", "oracle", "--tasks", str(tasks)]
    assert main([*play, "--out", str(run)]) == 0
    assert main(["submit", str(run), "--out", str(out), "--author", "Ada"]) == 0
    found = verify(out, seals=read_seals(home / SEALS))
    assert found.verified
    assert found.leak is not None
    assert found.leak.solved == len(read_seals(home / SEALS))
