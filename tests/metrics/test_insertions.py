"""Scores of placements by attempt, and of two players on the same items."""

from __future__ import annotations

import numpy as np
import pytest

from topple.errors import BadInput
from topple.metrics.insertions import insert
from topple.metrics.paired import difference

TALKS = [
    ["win"],
    ["overlap", "win"],
    ["overlap", "overlap", "stop"],
    ["time_limit", "format_error", "stop"],
]
SAME = [[False], [False, False], [False, True, False], [False, False, True]]
NAMES = np.array(["a", "b", "c", "d"])


def test_wins_are_counted_by_attempt() -> None:
    found = insert(TALKS, SAME, NAMES, attempts=3)
    assert [found.solved[k].value for k in (1, 2, 3)] == [0.25, 0.5, 0.5]
    assert found.statuses[0] == {"win": 1, "overlap": 2, "time_limit": 1}
    assert found.statuses[2] == {"stop": 2}
    assert found.valid == pytest.approx(5 / 9)
    assert found.recovery == pytest.approx(3 / 4)
    assert found.repeats == pytest.approx(2 / 5)


def test_an_unknown_status_is_refused() -> None:
    with pytest.raises(BadInput, match="no status named `lost`"):
        insert([["lost"]], [[False]], NAMES[:1], attempts=1)


def test_a_small_steady_difference_is_told_apart_and_noise_is_not() -> None:
    template = np.repeat([f"t{i:02d}" for i in range(25)], 8)
    rng = np.random.default_rng(0)
    base = rng.random(len(template))
    better = difference(base + 0.05 + rng.normal(0, 0.02, len(base)), base, template)
    assert better.above == 1
    assert better.value == pytest.approx(0.05, abs=0.01)
    assert better.p is not None
    assert better.p < 0.01
    assert difference(base, base + rng.normal(0, 0.5, len(base)), template).above == 0
    assert difference(base, base, template).above == 0


def test_few_templates_cannot_tell() -> None:
    template = np.repeat(["a", "b", "c"], 20)
    assert difference(np.ones(60), np.zeros(60), template).above == 0
    with pytest.raises(BadInput, match="the same items"):
        difference(np.ones(3), np.ones(2), template[:3])
