"""The same bits whatever the number of threads, the order, or the company."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.worlds.phyre import (
    TIERS,
    PhyreTask,
    Reason,
    Tier,
    shipped_templates,
    simulate,
    task,
)

THREADS = (1, 2, 7)
each_tier = pytest.mark.parametrize("tier", TIERS.values(), ids=lambda tier: tier.name)


def batch_of(tier: Tier) -> tuple[list[PhyreTask], NDArray[np.float64]]:
    tasks = [t.task(t.shipped[k]) for t in shipped_templates(tier.name) for k in (0, 0, 1, 2, 3)]
    return tasks, tier.action_set(len(tasks), seed=5)


@each_tier
def test_threads_and_order_do_not_change_a_bit(tier: Tier) -> None:
    tasks, actions = batch_of(tier)
    expected = simulate(tasks, actions, digest=True, threads=THREADS[0])
    assert {-1, 0} <= set(expected.status.tolist())
    order = np.random.default_rng(1).permutation(len(tasks))
    for threads in THREADS:
        shuffled = simulate([tasks[i] for i in order], actions[order], digest=True, threads=threads)
        assert np.array_equal(shuffled.digests, expected.digests[order])
        assert np.array_equal(shuffled.steps, expected.steps[order])
        assert np.array_equal(shuffled.status, expected.status[order])
        for i in range(0, len(order), 7):
            assert np.array_equal(shuffled.bodies(i), expected.bodies(int(order[i])))


def test_an_attempt_alone_is_the_one_in_a_batch() -> None:
    tasks, actions = batch_of(TIERS["ball"])
    together = simulate(tasks, actions, digest=True)
    for i in range(0, len(tasks), 9):
        alone = simulate(tasks[i], actions[i], digest=True)
        assert alone.digests[0] == together.digests[i]


def test_what_is_recorded_does_not_change_the_end() -> None:
    tasks, actions = batch_of(TIERS["two_balls"])
    plain = simulate(tasks, actions, digest=True)
    filmed = simulate(tasks[::5], actions[::5], digest=True, stride=10, images=True)
    assert np.array_equal(plain.digests[::5], filmed.digests)


def test_the_outcome_alone_has_the_same_verdict_and_solved_state() -> None:
    tasks, actions = batch_of(TIERS["ball"])
    full = simulate(tasks, actions, digest=True)
    quick = simulate(tasks, actions, digest=True, outcome_only=True)
    assert np.array_equal(full.status, quick.status)
    assert np.array_equal(full.digests[full.solved], quick.digests[full.solved])
    assert (quick.steps <= full.steps).all()


def mapped(actions: NDArray[Any]) -> NDArray[np.float64]:
    """Place balls by PHYRE's rule, in the arithmetic of the numbers given."""
    kind = actions.dtype.type
    scaled = actions * np.array([255, 255, 30], kind) + np.array([0, 0, 2], kind)
    whole: NDArray[np.float64] = np.floor(scaled.astype(np.float64))
    whole[:, 2] = np.rint(scaled[:, 2].astype(np.float64))
    return whole


def test_floats_of_either_width_are_mapped_in_their_own_arithmetic() -> None:
    found = task("00000:007")
    draws = np.random.default_rng(3).uniform(0.15, 0.85, (20_000, 3))
    # Radii halfway between whole pixels are where the widths part.
    draws[:, 2] = (np.random.default_rng(4).integers(1, 25, len(draws)) + 0.5) / 30
    balls = {}
    for kind in (np.float32, np.float64):
        # The same numbers for both: what float32 can hold.
        actions = draws.astype(np.float32).astype(kind)
        batch = simulate(found, actions, most_steps=1)
        kept = batch.reasons != Reason.OUT_OF_SCENE
        assert np.array_equal(batch.balls[kept, 0], mapped(actions)[kept])
        balls[kind] = batch.balls
    assert not np.array_equal(balls[np.float32], balls[np.float64], equal_nan=True)


def test_where_both_widths_place_the_same_balls_the_futures_are_the_same() -> None:
    found = task("00003:017")
    actions = found.tier.action_set(60, seed=2)
    wide = simulate(found, actions, digest=True)
    narrow = simulate(found, actions.astype(np.float32), digest=True)
    same = (wide.balls == narrow.balls).all(axis=(1, 2))
    assert same.sum() > 50
    assert np.array_equal(wide.digests[same], narrow.digests[same])
