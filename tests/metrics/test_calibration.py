"""Scores of stated probabilities: trivial players, honest ones and overconfident ones."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.metrics.calibration import Calibration, auroc, calibrate

ITEMS, TEMPLATES = 800, 40


def template(items: int = ITEMS) -> NDArray[np.str_]:
    return np.array([f"t{i % TEMPLATES:02d}" for i in range(items)])


def constant(p: float) -> Calibration:
    truth = np.tile([True, False, False, False], ITEMS // 4)
    return calibrate(truth, np.full(ITEMS, p), template())


def test_a_constant_base_rate_has_the_known_scores() -> None:
    found = constant(0.25)
    assert found.brier.value == pytest.approx(0.1875)
    assert found.brier.value == pytest.approx(found.brier_of_base_rate)
    assert found.log_score.value == pytest.approx(0.5623, abs=1e-4)
    assert found.log_score.value == pytest.approx(found.log_score_of_base_rate)
    assert found.ece is not None
    assert found.ece.value == pytest.approx(0, abs=1e-12)
    assert found.auroc is not None
    assert found.auroc.value == 0.5
    assert found.sharpness == pytest.approx(0)
    assert len(found.curve) == 1


def test_a_constant_half_is_off_by_a_quarter() -> None:
    found = constant(0.5)
    assert found.brier.value == 0.25
    assert found.ece is not None
    assert found.ece.value == pytest.approx(0.25)


def test_an_honest_player_is_within_chance_and_an_overconfident_one_is_not() -> None:
    rng = np.random.default_rng(5)
    chance = rng.random(ITEMS)
    truth = rng.random(ITEMS) < chance
    honest = calibrate(truth, chance, template())
    sure = calibrate(truth, np.where(chance > 0.5, 0.99, 0.01), template())
    assert honest.ece is not None
    assert honest.ece_of_the_calibrated is not None
    assert honest.ece.value < 2 * honest.ece_of_the_calibrated
    assert sure.ece is not None
    assert sure.ece.value > 0.2
    assert honest.brier.value < sure.brier.value
    for part in honest.curve:
        assert part.low <= part.happened <= part.high
        assert abs(part.stated - part.happened) < 0.15
    assert len(honest.curve) == 10


def test_auroc_counts_pairs() -> None:
    truth = np.array([True, True, False, False])
    stated = np.array([0.9, 0.4, 0.4, 0.1])
    # Three of four pairs are in order and one is tied.
    assert auroc(truth, stated)[0] == pytest.approx(3.5 / 4)
    assert auroc(truth, 1 - stated)[0] == pytest.approx(0.5 / 4)


def test_unreadable_answers_are_surely_wrong_and_not_in_the_curve() -> None:
    truth = np.tile([True, False], 50)
    stated = np.where(truth, 1.0, 0.0)
    stated[:10] = np.nan
    found = calibrate(truth, stated, template(100))
    assert found.unreadable == 10
    assert found.brier.value == pytest.approx(0.1)
    assert found.log_score.value == pytest.approx(0.1 * -np.log(0.01) + 0.9 * -np.log(0.99))
    assert sum(part.answers for part in found.curve) == 90


def test_nothing_readable_leaves_the_scores_that_count_it() -> None:
    found = calibrate(np.tile([True, False], 50), np.full(100, np.nan), template(100))
    assert found.brier.value == 1
    assert (found.ece, found.auroc, found.sharpness, found.curve) == (None, None, None, ())
