"""`topple doctor --speed`: the same attempts on every machine, counted by CPU and by wall time."""

from __future__ import annotations

import json

import pytest

from topple.cli.main import main
from topple.worlds import world, world_names
from topple.worlds.speed import attempts_of, stored

DOCTOR = ("doctor", "--speed")


def test_it_measures_the_worlds_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*DOCTOR, "pool", "rope", "--seconds", "0.01", "--threads", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["worlds"]) == ["pool", "rope"]
    for speed in found["worlds"].values():
        assert speed["attempts"] >= 4
        assert speed["per_cpu_s"] > 0 < speed["per_wall_s"]


def test_the_table_shows_machines_measured_before(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*DOCTOR, "pool", "--seconds", "0.01"]) == 0
    shown = capsys.readouterr().out
    assert "one thread" in shown
    assert any(name in shown for name in stored())


@pytest.mark.parametrize("name", world_names())
def test_attempts_are_the_same_on_every_machine(name: str) -> None:
    own = world(name)
    first, again = attempts_of(own), attempts_of(own)
    assert [[str(t) for t in tasks] for tasks, _ in first] == [
        [str(t) for t in tasks] for tasks, _ in again
    ]
    assert [actions for _, actions in first] == [actions for _, actions in again]
    assert sum(len(tasks) for tasks, _ in first) >= 40
    assert all(set(row) <= set(world_names()) for row in stored().values())


def test_an_unknown_world_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*DOCTOR, "pooll"]) == 2
    assert "did you mean `pool`?" in capsys.readouterr().err


def test_a_time_without_a_measurement_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--seconds", "3"]) == 2
    assert "--seconds has an effect with --speed only" in capsys.readouterr().err
