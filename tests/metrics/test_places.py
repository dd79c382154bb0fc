"""Places on a board: equal agents share one, clearly different ones do not."""

from __future__ import annotations

import numpy as np
import pytest

from topple.metrics.metric import metric
from topple.metrics.places import places, tell_apart

METRIC = metric("auccess")
TEMPLATES, TASKS = 25, 20
NAMES = np.repeat([f"t{number:02d}" for number in range(TEMPLATES)], TASKS)


def agent(rng: np.random.Generator, base: np.ndarray, better: float = 0.0) -> np.ndarray:
    """Play a board: success by template, an own strength at each, and luck at each task."""
    own = np.clip(base + better + rng.normal(0, 0.15, TEMPLATES), 0, 1)
    return (rng.random((TEMPLATES, TASKS)) < own[:, None]).astype(float).ravel()


def test_equal_agents_rarely_lose_their_place() -> None:
    """Ten equal agents: pairs at 5 % each would tell some apart on two boards of three."""
    rng = np.random.default_rng(7)
    false = 0
    for _ in range(20):
        base = rng.beta(1, 1, TEMPLATES)
        false += bool(tell_apart([agent(rng, base) for _ in range(10)], NAMES, METRIC))
    assert false <= 4


def test_clear_differences_are_found() -> None:
    rng = np.random.default_rng(1)
    base = rng.beta(4, 4, TEMPLATES) * 0.5
    strong = [agent(rng, base, 0.4) for _ in range(2)]
    weak = [agent(rng, base) for _ in range(2)]
    assert places([*weak, *strong], NAMES, METRIC) == [3, 3, 1, 1]


def test_a_difference_without_spread_is_one() -> None:
    assert places([np.ones(500), np.zeros(500), np.zeros(500)], NAMES, METRIC) == [1, 2, 2]


@pytest.mark.parametrize("count", [1, 9])
def test_few_templates_tell_nothing_apart(count: int) -> None:
    some = NAMES[: count * TASKS]
    assert places([np.ones(len(some)), np.zeros(len(some))], some, METRIC) == [1, 1]
