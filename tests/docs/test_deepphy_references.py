"""Floors and ceilings of grids come from what all their actions do."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[2] / "tools"))
import deepphy_published
import deepphy_references

from topple.protocols import protocol
from topple.protocols.references import CEILING, FLOOR, references


def test_the_floor_is_the_expectation_of_valid_actions() -> None:
    # One task that half of the valid actions solve, one that none does, one that refuses all.
    status = np.array([[1, -1, 0], [-1, -1, -1], [0, 0, 0]], np.int8)
    found = deepphy_references.of_grid([status], attempts=10)
    floor, ceiling = found[FLOOR], found[CEILING]
    assert floor["success_at"]["1"] == [pytest.approx(0.5 / 3, abs=1e-6)]
    assert floor["success_at"]["10"] == [pytest.approx((1 - 0.5**10) / 3, abs=1e-6)]
    assert ceiling["auccess"] == [pytest.approx(1 / 3, abs=1e-6)]
    assert floor["auccess"][0] < ceiling["auccess"][0]


@pytest.mark.parametrize("name", ["deepphy-phyre", "deepphy-phyre-classic"])
def test_both_modes_have_a_floor_and_a_ceiling_for_every_fold(name: str) -> None:
    rules = protocol(name)
    found = references(f"{name}-5x5x5", rules.version, "test")
    assert found is not None
    for agent in (FLOOR, CEILING):
        assert found.agents[agent].covers(rules.folds)
    assert 0 < found.agents[FLOOR].mean(rules.folds) < found.agents[CEILING].mean(rules.folds) < 0.5


def test_the_page_has_what_was_published_beside_the_ceiling() -> None:
    rules = protocol("deepphy-phyre-classic")
    found = references(f"{rules.name}-5x5x5", rules.version, "test")
    assert found is not None
    page = (Path(__file__).parents[2] / "docs" / "results" / "deepphy.md").read_text()
    assert deepphy_published.part(found.agents[CEILING].mean(rules.folds)) in page
    assert f"| published | {deepphy_published.mock()} |" in page
