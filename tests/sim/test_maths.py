"""Functions with the same bits everywhere."""

from __future__ import annotations

import math

import numpy as np
import pytest

from topple.sim import maths

NUMBERS = np.random.default_rng(1).uniform(-3.0, 3.0, (200, 2)).tolist()
LAST_BIT = 2.0**-52


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "exp"])
def test_functions_of_one_number_agree_with_the_c_library(name: str) -> None:
    ours, theirs = getattr(maths, name), getattr(math, name)
    assert all(ours(x) == pytest.approx(theirs(x), rel=4 * LAST_BIT) for x, _ in NUMBERS)


@pytest.mark.parametrize("name", ["atan2", "hypot"])
def test_functions_of_two_numbers_agree_with_the_c_library(name: str) -> None:
    ours, theirs = getattr(maths, name), getattr(math, name)
    assert all(ours(*pair) == pytest.approx(theirs(*pair), rel=4 * LAST_BIT) for pair in NUMBERS)


def test_sums_are_made_from_left_to_right() -> None:
    assert maths.total([0.1] * 10) == 0.9999999999999999
    assert maths.total([]) == 0.0


def test_vectors_are_measured_as_single_ones_are() -> None:
    rows = np.array(NUMBERS)
    assert maths.lengths(rows[:, 0], rows[:, 1]) == pytest.approx(
        [maths.hypot(*p) for p in NUMBERS]
    )
    assert maths.sines(rows).tolist() == [[maths.sin(x) for x in pair] for pair in NUMBERS]
    assert maths.dots(rows, rows).tolist() == [x * x + y * y for x, y in NUMBERS]
