"""Climbs find winners where random placements are hopeless."""

from __future__ import annotations

import numpy as np

from topple.tasks.draw import generator
from topple.worlds.phyre import simulate, task
from topple.worlds.phyre.certify import certify_with, random_valid_actions
from topple.worlds.phyre.climb import climbed


def test_a_climb_solves_what_a_thousand_random_actions_do_not() -> None:
    hard = task("00023:112")
    drawn = random_valid_actions(hard, 1000)
    assert not simulate(hard, drawn, outcome_only=True).solved.any()
    balls = climbed(hard, generator("test", hard.id))
    assert len(balls)
    assert balls.shape[1:] == (1, 3)
    middle = np.stack([(balls[:, 0, 0] + 0.5) / 255, (balls[:, 0, 1] + 0.5) / 255], axis=1)
    actions = np.column_stack([middle, (balls[:, 0, 2] - 2) / 30])
    assert simulate(hard, actions, outcome_only=True).solved.all()
    found = certify_with(hard, actions, actions=20)
    assert found is not None
    assert simulate(hard, [found.solution], outcome_only=True).solved.all()


def test_nothing_is_certified_by_what_does_not_solve() -> None:
    assert certify_with(task("00023:112"), np.array([[0.9, 0.9, 0.1]]), actions=20) is None
