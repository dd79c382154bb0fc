"""Scores of rankings: chance, the perfect order, and players that go by the place on the page."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.metrics import rankings
from topple.metrics.rankings import Ranked, rank

ALL = np.array(list(permutations((1, 2, 3, 4))))


def scored(ranks: NDArray[np.int64], slots: NDArray[np.int64] | None = None) -> Ranked:
    names = np.array([f"t{i:02d}" for i in range(len(ranks))])
    return rank(
        ranks, np.tile([1, 2, 3, 4], (len(ranks), 1)) if slots is None else slots, names, names
    )


def test_all_orders_once_give_chance() -> None:
    found = scored(ALL)
    assert found.exact.value == pytest.approx(rankings.CHANCE_EXACT) == pytest.approx(1 / 24)
    assert found.top.value == pytest.approx(rankings.CHANCE_TOP) == 0.25
    assert found.reciprocal.value == pytest.approx(rankings.CHANCE_RECIPROCAL)
    assert pytest.approx(25 / 48) == rankings.CHANCE_RECIPROCAL
    assert found.tau.value == pytest.approx(0)
    assert [each.value for each in found.against] == pytest.approx([0.5] * 3)
    assert found.first_slot == (0.25,) * 4
    assert found.slot_p == pytest.approx(1)


def test_the_right_order_is_perfect_and_its_reverse_is_not() -> None:
    found = scored(np.array([[1, 2, 3, 4], [4, 3, 2, 1]]))
    assert found.exact.value == found.top.value == 0.5
    assert found.tau.value == 0
    assert rankings.taus(np.array([[1, 2, 3, 4], [4, 3, 2, 1]])).tolist() == [1, -1]
    assert found.reciprocal.value == pytest.approx((1 + 1 / 4) / 2)


def test_an_unreadable_ranking_is_wrong_in_everything() -> None:
    found = scored(np.array([[1, 2, 3, 4], [0, 0, 0, 0]]))
    assert found.unreadable == 1
    assert found.top.value == found.exact.value == found.reciprocal.value == 0.5
    assert found.tau.value == 0
    assert [each.value for each in found.against] == [0.5] * 3


def test_a_player_that_takes_the_first_place_shows() -> None:
    """In four shifts the winner stands once in each place; the player always names place 1."""
    slots = np.array([[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]] * 10)
    task = np.repeat([f"task{i}" for i in range(10)], 4)
    found = rank(slots, slots, task, task)
    assert found.top.value == 0.25
    assert found.first_slot == (1, 0, 0, 0)
    assert found.slot_p < 1e-6
    assert found.flips == 1


def test_a_steady_player_never_flips() -> None:
    slots = np.array([[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]])
    found = rank(np.tile([2, 1, 3, 4], (4, 1)), slots, np.array(["a"] * 4), np.array(["a"] * 4))
    assert found.flips == 0
    assert found.first_choice == (0, 1, 0, 0)
    assert found.first_slot == (0.25,) * 4
