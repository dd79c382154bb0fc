"""A PHYRE task set in motion by hand goes the way the batched core goes."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.errors import BadAction
from topple.worlds import phyre
from topple.worlds.phyre.intervene import start

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "intervene.py"


@pytest.mark.parametrize("name", ["00000:000", "00011:003", "00103:001", "00115:007"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_it_ends_in_the_state_of_the_batched_simulation(name: str, dtype: type) -> None:
    task = phyre.task(name)
    actions: NDArray[Any] = task.tier.action_set(60).astype(dtype)
    actions = actions[phyre.validate(task, actions) == 0][:8]
    batch = phyre.simulate(task, actions, digest=True)
    assert len(batch)
    for i, action in enumerate(actions):
        sim = start(task, action)
        assert sim.steps == 0
        sim.step(int(batch.steps[i]))
        assert sim.digest() == f"{batch.digests[i]:016x}"
        assert np.array_equal(sim.poses(), batch.bodies(i))


def test_without_an_action_it_ends_in_the_state_of_waiting() -> None:
    task = phyre.task("00003:017")
    waited = phyre.wait(task, digest=True)
    sim = start(task)
    sim.step(int(waited.steps[0]))
    assert sim.digest() == f"{waited.digests[0]:016x}"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ([0.5, 0.5, 2.0], "out_of_range"),
        ([0.0, 0.5, 0.5], "out_of_scene"),
        ([float("nan"), 0.5, 0.5], "out_of_range"),
    ],
)
def test_an_invalid_action_is_refused_with_its_reason(action: list[float], reason: str) -> None:
    with pytest.raises(BadAction, match=reason):
        start(phyre.task("00000:000"), action)


@pytest.mark.parametrize("action", [[0.5], [[0.5, 0.9, 0.1]] * 2, np.empty((0, 3)), "up"])
def test_what_is_not_one_action_is_refused(action: object) -> None:
    with pytest.raises(BadAction):
        start(phyre.task("00000:000"), action)


def test_the_example_shows_that_the_ball_was_needed(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLE))
    assert "needed for the floor: yes" in capsys.readouterr().out
