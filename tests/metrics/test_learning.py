"""Learning over attempts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from topple.cli.main import main
from topple.metrics.learning import Tried, learning
from topple.reports.tables.learning import measure_learning
from topple.runs.load import load
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import world

SPACE = world("phyre").task("phyre/00002:000").actions
GOAL: Action = (0.5, 0.5, 0.5)


def tried(number: int, actions: list[Action], solved: bool) -> Tried:
    template = f"t{number % 12}"
    attempts = [
        Attempt(
            fold=0,
            task=f"phyre/{template}:{number:03d}",
            number=i,
            action=action,
            outcome=Outcome.SOLVED if solved and i == len(actions) else Outcome.MISSED,
        )
        for i, action in enumerate(actions, 1)
    ]
    return Tried(template, SPACE, attempts, [GOAL])


def test_a_player_that_closes_in_is_told_from_one_that_repeats() -> None:
    steps: list[Action] = [(0.1 * i, 0.1 * i, 0.1 * i) for i in range(1, 6)]
    closing = learning([tried(i, steps, solved=True) for i in range(24)])
    assert closing.changes == 24 * 4
    assert closing.towards.value == 1.0
    assert closing.repeated.value == 0.0
    assert closing.slope.value > 0
    same = learning([tried(i, [(0.1, 0.2, 0.3)] * 5, solved=False) for i in range(24)])
    assert (same.repeated.value, same.step.value, same.towards.value) == (1.0, 0.0, 0.0)
    assert same.slope.value == 0.0


def test_random_play_steps_by_one_and_goes_anywhere() -> None:
    rng = np.random.default_rng(0)
    played = [tried(i, [SPACE.sample(rng) for _ in range(10)], solved=False) for i in range(120)]
    found = learning(played)
    assert found.step.value == pytest.approx(1.0, abs=0.1)
    assert found.towards.value == pytest.approx(0.5, abs=0.05)
    assert found.towards.interval is not None
    low, high = found.towards.interval
    assert low < 0.5 < high


def test_the_slope_is_that_of_a_line() -> None:
    # Success at attempts 1, 2 and 3 of all tasks: 0, 1 of 2, 1 of 1.
    a = tried(0, [GOAL, GOAL], solved=True)
    b = tried(1, [GOAL, GOAL, GOAL], solved=True)
    x, y = np.array([1, 2, 1, 2, 3]), np.array([0, 1, 0, 0, 1])
    assert learning([a, b]).slope.value == pytest.approx(float(np.polyfit(x, y, 1)[0]))
    assert np.isnan(learning([]).slope.value)


def test_actions_that_cannot_be_measured_are_left_out() -> None:
    short: list[Action] = [(0.1,), (0.2,)]
    found = learning([tried(0, short, solved=False)])
    assert found.changes == 0
    assert np.isnan(found.step.value)


def test_reflecting_is_compared_with_forgetting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["eval", "deepphy-iphyre", "--model", "topple/mock", "--limit", "3"]
    folders = [tmp_path / "reflects", tmp_path / "forgets"]
    for history, out in zip(("text", "none"), folders, strict=True):
        assert main([*command, "--history", history, "--out", str(out)]) == 0
    found = measure_learning(load(folders[0]))
    assert found.changes > 0
    assert 0 <= found.towards.value <= 1
    capsys.readouterr()
    assert main(["compare", *map(str, folders)]) == 0
    told = capsys.readouterr().out
    assert "history gap" in told
    assert "topple/mock, history none: slope" in told
    page = tmp_path / "page.html"
    assert main(["report", str(folders[0]), "--out", str(page)]) == 0
    assert "Learning over attempts" in page.read_text()
    other = tmp_path / "other"
    assert main([*command, "--parameters", "--history", "none", "--out", str(other)]) == 0
    assert main(["compare", str(folders[0]), str(other)]) == 2
