"""The moments shown of a simulation: something has moved between them, and the end is right."""

from __future__ import annotations

import numpy as np
import pytest

from topple.worlds import phyre
from topple.worlds.phyre.physiq.moments import LAST, End, moments
from topple.worlds.phyre.physiq.proposal import Grade, action, by_template

NAMES = ["off_the_ledge", "tip_the_rod", "stay_on_the_ramp"]


@pytest.mark.parametrize("name", NAMES)
def test_winners_win_and_losers_stop_or_run_out_of_time(name: str) -> None:
    for task, proposals in by_template()[name][:4]:
        for grade in Grade:
            end = moments(task, proposals.balls[grade]).end
            assert (end is End.WIN) == (grade is Grade.CORRECT)


@pytest.mark.parametrize("name", NAMES)
def test_moments_are_those_of_the_run_and_show_it_moving(name: str) -> None:
    task, proposals = by_template()[name][0]
    balls = proposals.balls[Grade.EASY]
    found = moments(task, balls)
    batch = phyre.simulate(task, [action(balls)], stride=1, threads=1)
    assert np.array_equal(found.poses[LAST], batch.bodies(0))
    assert found.poses[0, len(task.scene.bodies) :, :2].tolist() == [[x, y] for x, y, _ in balls]
    moved = np.abs(np.diff(found.poses[..., :2], axis=0)).max(axis=(1, 2))
    assert (moved[:3] > 0).all()


def test_a_stop_is_a_second_of_rest() -> None:
    """Some losers end at rest; those do not move in their last second."""
    ends = {End.STOP: 0, End.TIME_LIMIT: 0}
    for name in NAMES:
        for task, proposals in by_template()[name][:6]:
            balls = proposals.balls[Grade.MEDIUM]
            found = moments(task, balls)
            ends[found.end] += 1
            path = phyre.simulate(task, [action(balls)], stride=1, threads=1).frames(0)
            last = np.abs(path[-60:, :, :2] - path[-1, :, :2]).max()
            assert (found.end is End.STOP) == (last <= 0.1)
    assert min(ends.values()) > 0
