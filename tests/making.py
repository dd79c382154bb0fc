"""What the tests of bad input share: numbers that break programs, and how many of them."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st

from topple.errors import ToppleError

# TOPPLE_FUZZ=50 makes fifty times as many examples, a hundred thousand in all, and takes its time;
# `--hypothesis-show-statistics` then tells what became of them. Without it the examples are the
# same on each call (see `conftest.py`).
TIMES = int(os.environ.get("TOPPLE_FUZZ", "1"))
LONGEST_MESSAGE = 500

Test = Callable[..., None]


def examples(usual: int) -> Callable[[Test], Test]:
    def apply(test: Test) -> Test:
        return settings(
            max_examples=usual * TIMES,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        )(test)

    return apply


WILD_NUMBERS = [
    0,
    -1,
    1,
    2,
    0.5,
    255,
    256,
    1e-9,
    -1e-9,
    5e-324,
    1e5,
    1e9,
    1e18,
    1e39,
    1e300,
    -1e300,
]
WILD_NUMBERS += [-1e300, math.nan, math.inf, -math.inf, 2**31, -(2**31) - 1, 2**63, 10**400]
WILD: st.SearchStrategy[Any] = st.sampled_from([*WILD_NUMBERS, True, None, "", "1", [], {}])


@st.composite
def mostly(draw: st.DrawFn, usual: st.SearchStrategy[Any], other: st.SearchStrategy[Any]) -> Any:
    """Draw the usual nineteen times of twenty, so that much of what is made makes sense."""
    return draw(other if draw(st.sampled_from([True] + [False] * 19)) else usual)


NUMBERS = st.floats(-300, 300) | st.integers(-300, 300) | st.floats() | WILD
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


def says_why(error: ToppleError) -> None:
    event(type(error).__name__)
    assert 0 < len(str(error)) < LONGEST_MESSAGE
