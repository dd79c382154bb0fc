"""Attempts to success: tasks cut short count for what they had."""

from __future__ import annotations

import numpy as np
import pytest

from topple.metrics.credit import success_at
from topple.metrics.survival import attempts_to_success, solved_by, solved_in_any

MOST = 10
TEMPLATES = np.repeat([f"t{i}" for i in range(12)], 25)


def tried(chance: float, seed: int = 3) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    drawn = np.random.default_rng(seed).geometric(chance, len(TEMPLATES))
    return np.where(drawn <= MOST, drawn, 0)


def test_without_cut_tasks_the_curve_is_the_plain_share() -> None:
    solved_at = tried(0.2)
    counted = np.where(solved_at > 0, solved_at, MOST)
    found = attempts_to_success(solved_at, counted, TEMPLATES, MOST)
    for k, each in enumerate(found.solved_by, 1):
        assert each.value == pytest.approx(success_at(solved_at, k))
        assert each.interval is not None
        assert each.interval[0] < each.value < each.interval[1]
    eleven = np.where(solved_at > 0, solved_at, MOST + 1)
    assert found.mean.value == pytest.approx(eleven.mean())
    assert found.mean_of_solved.value == pytest.approx(solved_at[solved_at > 0].mean())


def test_a_task_cut_short_is_neither_missed_nor_left_out() -> None:
    """Of four tasks one is solved at once, and one of the two that go on at the second."""
    solved_at = np.array([1, 2, 0, 0])
    counted = np.array([1, 2, 2, 1])
    found = attempts_to_success(solved_at, counted, np.array(["a", "a", "b", "b"]), 2)
    assert found.solved_by[0].value == pytest.approx(1 / 4)
    assert found.solved_by[1].value == pytest.approx(1 - 3 / 4 * 1 / 2)


def test_faults_of_a_provider_do_not_move_the_curve() -> None:
    """Cut half of the tasks at random attempts: the estimate stays where it was."""
    rng = np.random.default_rng(5)
    templates = np.repeat([f"t{i}" for i in range(40)], 500)
    drawn = rng.geometric(0.15, len(templates))
    cut = np.where(rng.random(len(templates)) < 0.5, rng.integers(0, MOST, len(templates)), MOST)
    solved_at = np.where(drawn <= cut, drawn, 0)
    counted = np.where(solved_at > 0, solved_at, cut)
    found = attempts_to_success(solved_at, counted, templates, MOST)
    true = 1 - 0.85**MOST
    low, high = found.solved_by[-1].interval or (0.0, 0.0)
    assert low < true < high
    assert success_at(solved_at, MOST) < low


def test_the_union_of_runs_is_more_than_any_of_them() -> None:
    runs = np.array([tried(0.05, seed) for seed in range(5)])
    found = solved_in_any(runs, TEMPLATES, MOST)
    assert found.value == pytest.approx((runs > 0).any(axis=0).mean())
    assert found.value > max(success_at(run, MOST) for run in runs)


def test_tasks_that_were_cut_short_go_on_as_the_others_did() -> None:
    rng = np.random.default_rng(5)
    at = rng.integers(0, MOST + 1, 200)
    had = np.where(rng.random(200) < 0.3, rng.integers(0, MOST, 200), MOST)
    solved_at = np.where(at <= had, at, 0)
    template = np.array([f"t{i % 20}" for i in range(200)])
    wanted = attempts_to_success(solved_at, had, template, MOST).solved_by
    found = solved_by(solved_at, had, MOST)
    np.testing.assert_allclose(found.mean(axis=0), [each.value for each in wanted])
    whole = (solved_at > 0) | (had == MOST)
    assert set(np.unique(found[whole])) == {0.0, 1.0}
    cut = found[~whole]
    assert ((cut > 0) & (cut < 1)).any()
    assert np.all(np.diff(found, axis=1) >= -1e-12)
