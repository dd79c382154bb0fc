"""Values per fold, and the signed-rank test over them."""

from __future__ import annotations

import sys
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topple.errors import BadInput, MissingExtra
from topple.installed import install_command
from topple.metrics.folds import per_fold, wilcoxon


def exactly(apart: list[float]) -> float:
    """Count the sign patterns whose rank sum is at least the one found."""
    ranks = np.argsort(np.argsort(np.abs(apart))) + 1
    found = ranks[np.array(apart) > 0].sum()
    sums = [(ranks * np.array(signs)).sum() for signs in product((0, 1), repeat=len(apart))]
    return sum(1 for total in sums if total >= found) / len(sums)


def test_mean_and_deviation_over_folds() -> None:
    found = per_fold(np.array([1.0, 0.0, 1.0, 1.0]), np.array([3, 3, 7, 7]))
    assert found.folds == (3, 7)
    assert found.values == (0.5, 1.0)
    assert found.mean == 0.75
    assert found.sd == pytest.approx(np.sqrt(0.125))


def test_one_fold_has_no_deviation() -> None:
    assert per_fold(np.array([1.0, 0.0]), np.array([0, 0])).sd is None


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=9, unique=True), st.data())
def test_p_is_exact(sizes: list[int], data: st.DataObject) -> None:
    signs = data.draw(st.lists(st.sampled_from((-1, 1)), min_size=len(sizes), max_size=len(sizes)))
    apart = [sign * size / 10_000 for sign, size in zip(signs, sizes, strict=True)]
    found = wilcoxon(np.array(apart), np.zeros(len(apart)))
    assert found.p_above == pytest.approx(exactly(apart))
    assert found.p_below == pytest.approx(exactly([-value for value in apart]))


def test_ten_folds_all_above_give_the_least_p() -> None:
    above = np.linspace(0.2, 0.3, 10) + np.arange(10) ** 2 / 1000
    found = wilcoxon(above, np.full(10, 0.1))
    assert found.p_above == pytest.approx(1 / 1024)
    assert found.least == 1 / 1024


def test_equal_folds_tell_nothing() -> None:
    found = wilcoxon(np.full(10, 0.1 + 0.2), np.full(10, 0.3))
    assert (found.p_above, found.p_below) == (1.0, 1.0)


def test_folds_must_match() -> None:
    with pytest.raises(BadInput, match="3 folds against 2"):
        wilcoxon(np.zeros(3), np.zeros(2))


def test_without_scipy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(MissingExtra) as error:
        wilcoxon(np.zeros(3), np.ones(3))
    assert error.value.hint == install_command("report")
