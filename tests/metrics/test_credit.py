"""AUCCESS and success, by hand and by the formula of the paper."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topple.metrics.credit import auccess, credit, solved_within, success_at, weights

solved_ats = st.lists(st.integers(0, 150), min_size=1, max_size=60)


def by_the_paper(solved_at: list[int], n: int) -> float:
    """Follow the definition word by word: weights times the share solved by attempt k."""
    total = sum(math.log(k + 1) - math.log(k) for k in range(1, n + 1))
    found = 0.0
    for k in range(1, n + 1):
        share = sum(1 for s in solved_at if 1 <= s <= k) / len(solved_at)
        found += (math.log(k + 1) - math.log(k)) * share
    return found / total


@pytest.mark.parametrize(
    ("solved_at", "n", "expected"),
    [
        ([1], 100, 1.0),
        ([0], 100, 0.0),
        ([1, 0], 100, 0.5),
        ([10], 100, 1 - math.log(10) / math.log(101)),
        ([100], 100, 1 - math.log(100) / math.log(101)),
        ([101], 100, 0.0),
        ([2], 3, 0.5),  # ln 2 / ln 4
        ([1, 2, 3, 0], 3, (1 + 0.5 + 1 - math.log(3) / math.log(4)) / 4),
    ],
)
def test_known_cases(solved_at: list[int], n: int, expected: float) -> None:
    assert auccess(np.array(solved_at), n) == pytest.approx(expected, abs=1e-12)


@given(solved_ats, st.integers(1, 120))
def test_the_closed_form_is_the_weighted_sum(solved_at: list[int], n: int) -> None:
    assert auccess(np.array(solved_at), n) == pytest.approx(by_the_paper(solved_at, n), abs=1e-9)


def test_the_weights_are_those_of_the_paper() -> None:
    found = weights(100)
    assert found.sum() == pytest.approx(math.log(101))
    assert found[:10].sum() / found.sum() == pytest.approx(0.52, abs=0.001)


@given(solved_ats)
def test_sooner_is_never_worse(solved_at: list[int]) -> None:
    later = np.array(solved_at)
    sooner = np.where(later > 1, later - 1, later)
    assert auccess(sooner, 100) >= auccess(later, 100) - 1e-12
    assert 0 <= auccess(later, 100) <= 1


@given(solved_ats, st.randoms())
def test_order_does_not_matter(solved_at: list[int], random: object) -> None:
    turned = np.array(solved_at[::-1])
    assert auccess(turned, 100) == pytest.approx(auccess(np.array(solved_at), 100), abs=1e-12)


def test_success_counts_what_is_solved_in_time() -> None:
    solved_at = np.array([1, 5, 10, 11, 0, 100])
    assert success_at(solved_at, 1) == pytest.approx(1 / 6)
    assert success_at(solved_at, 10) == pytest.approx(3 / 6)
    assert success_at(solved_at, 100) == pytest.approx(5 / 6)
    assert solved_within(solved_at, 10).tolist() == [1, 1, 1, 0, 0, 0]


def test_credit_is_between_none_and_all() -> None:
    found = credit(np.arange(0, 102), 100)
    assert found[0] == found[101] == 0
    assert found[1] == 1
    assert (np.diff(found[1:101]) < 0).all()
