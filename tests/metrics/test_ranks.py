"""How alike two orders are."""

from __future__ import annotations

import numpy as np
import pytest

from topple.errors import BadInput
from topple.metrics.ranks import agreement

pytest.importorskip("scipy.stats")


def test_the_same_order_and_the_order_turned_round() -> None:
    a = np.array([0.1, 0.2, 0.7, 0.9])
    same, turned = agreement(a, a**2), agreement(a, -a)
    assert same is not None
    assert turned is not None
    assert (same.count, same.spearman, same.kendall) == (4, 1.0, 1.0)
    assert (turned.spearman, turned.kendall) == (-1.0, -1.0)


def test_one_exchange_of_four_counts_less_for_spearman() -> None:
    found = agreement(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 4, 3]))
    assert found is not None
    assert found.spearman == pytest.approx(1 - 6 * 2 / (4 * 15))
    assert found.kendall == pytest.approx((5 - 1) / 6)


def test_what_is_no_order_has_no_agreement() -> None:
    assert agreement(np.array([1.0, 2.0]), np.array([1.0, 2.0])) is None
    assert agreement(np.zeros(4), np.arange(4.0)) is None
    with pytest.raises(BadInput, match="3 values against 2"):
        agreement(np.zeros(3), np.zeros(2))
