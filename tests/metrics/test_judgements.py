"""Scores of yes and no: known players get what they must."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.judgements import NO, UNREADABLE, YES, Judged, judge

TEMPLATES, EACH = 20, 12


def template() -> NDArray[np.str_]:
    return np.repeat([f"t{i:02d}" for i in range(TEMPLATES)], EACH)


def one_in_four() -> NDArray[np.bool_]:
    return np.tile([True, False, False, False], TEMPLATES * EACH // 4)


def scored(said: NDArray[np.int8]) -> Judged:
    return judge(one_in_four(), said, template())


def test_always_no_gets_the_share_of_no_and_sees_nothing() -> None:
    found = scored(np.full(TEMPLATES * EACH, NO, np.int8))
    assert found.accuracy.value == found.always_no == 0.75
    assert found.balanced.value == 0.5
    assert found.bias.value == -0.25
    assert found.sensitivity.value == pytest.approx(0)
    assert found.criterion.value > 1


def test_a_perfect_player_is_right_without_bias() -> None:
    found = scored(one_in_four().astype(np.int8))
    assert (found.accuracy.value, found.balanced.value, found.bias.value) == (1, 1, 0)
    assert found.sensitivity.value > 4


def test_an_unreadable_answer_is_wrong_and_counted() -> None:
    said = one_in_four().astype(np.int8)
    said[:60] = UNREADABLE
    found = scored(said)
    assert found.unreadable == 60
    assert found.accuracy.value == pytest.approx(1 - 60 / 240)
    assert found.yes_rate.value == 0.25


def test_detection_follows_its_formulas() -> None:
    """Hits 7 of 10, false alarms 2 of 10, each with a half added and one more case."""
    truth = np.array([True] * 10 + [False] * 10)
    said = np.array([YES] * 7 + [NO] * 3 + [YES] * 2 + [NO] * 8, np.int8)
    found = judge(truth, said, np.array(["a", "b"] * 10))
    hit, alarm = (NormalDist().inv_cdf((k + 0.5) / 11) for k in (7, 2))
    assert found.sensitivity.value == pytest.approx(hit - alarm)
    assert found.criterion.value == pytest.approx(-(hit + alarm) / 2)


def test_intervals_are_clustered_by_template() -> None:
    """Templates that are all right or all wrong give a wider interval than scattered errors."""
    right = np.arange(TEMPLATES * EACH) // EACH % 2 == 0
    together = np.where(right, one_in_four(), ~one_in_four()).astype(np.int8)
    right = np.arange(TEMPLATES * EACH) % 2 == 0
    scattered = np.where(right, one_in_four(), ~one_in_four()).astype(np.int8)
    wide, narrow = scored(together).accuracy, scored(scattered).accuracy
    assert wide.value == narrow.value == 0.5
    assert wide.interval is not None
    assert wide.interval[1] - wide.interval[0] > 0.3
    assert narrow.interval is None  # all templates alike


@pytest.mark.filterwarnings("error")
def test_one_class_alone_leaves_what_needs_two_undefined() -> None:
    found = judge(np.ones(6, np.bool_), np.array([1, 1, 0, 1, 1, 1], np.int8), template()[:6])
    assert found.accuracy.value == pytest.approx(5 / 6)
    assert np.isnan([found.balanced.value, found.sensitivity.value]).all()


@pytest.mark.parametrize("answers", [0, 3])
def test_answers_must_match_the_items(answers: int) -> None:
    with pytest.raises(BadInput):
        judge(np.ones(answers and 4, np.bool_), np.ones(answers, np.int8), np.array([]))
