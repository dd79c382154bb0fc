"""Floors and ceilings come from what all actions of a grid do, or random ones and solutions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tools.docs import deepphy_published, deepphy_references, deepphy_tried
from topple.protocols import protocol
from topple.protocols.references import CEILING, FLOOR, references
from topple.worlds import phyre


def test_the_floor_is_the_expectation_of_valid_actions() -> None:
    # One task that half of the valid actions solve, one that none does, one that refuses all.
    status = np.array([[1, -1, 0], [-1, -1, -1], [0, 0, 0]], np.int8)
    found = deepphy_references.of_grid([status], attempts=10)
    floor, ceiling = found[FLOOR], found[CEILING]
    assert floor["success_at"]["1"] == [pytest.approx(0.5 / 3, abs=1e-6)]
    assert floor["success_at"]["10"] == [pytest.approx((1 - 0.5**10) / 3, abs=1e-6)]
    assert ceiling["auccess"] == [pytest.approx(1 / 3, abs=1e-6)]
    assert floor["auccess"][0] < ceiling["auccess"][0]


def test_the_floor_of_free_coordinates_plays_random_actions_without_repeating_any() -> None:
    # Four actions were tried on each task: two solve the first, none the second.
    status = np.array([[1, -1, 1, -1], [-1, -1, -1, -1], [-1, -1, -1, -1]], np.int8)
    known = np.array([True, True, False])
    found = deepphy_references.of_free([status], [known], attempts=3)
    by_attempt = np.array([1 / 2, 5 / 6, 1])
    assert found[FLOOR]["success_at"]["1"] == [pytest.approx(by_attempt[0] / 3, abs=1e-6)]
    credit = by_attempt @ np.log([2 / 1, 3 / 2, 4 / 3]) / np.log(4)
    assert found[FLOOR]["auccess"] == [pytest.approx(credit / 3, abs=1e-6)]
    assert found[CEILING]["success_at"]["1"] == [pytest.approx(2 / 3, abs=1e-6)]


@pytest.mark.parametrize(("form", "actions"), [("2x2x2", 8), ("free", deepphy_tried.RANDOM)])
def test_actions_are_tried_once_and_again_on_other_tasks(
    form: str, actions: int, tmp_path: Path
) -> None:
    path = tmp_path / "off_the_ledge.npz"
    names = [str(phyre.task(f"00002:{index:03}")) for index in (7, 11)]
    first = deepphy_tried.try_some(form, names, path)
    assert first.shape == (2, actions)
    assert set(first.ravel().tolist()) == ({-1, 0, 1} if form == "2x2x2" else {-1, 1})
    written = path.read_bytes()
    assert (deepphy_tried.try_some(form, names, path) == first).all()
    assert path.read_bytes() == written
    assert (deepphy_tried.try_some(form, names[1:], path) == first[1:]).all()
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("form", ["5x5x5", "8x8x8", "free"])
@pytest.mark.parametrize("name", ["deepphy-phyre", "deepphy-phyre-classic"])
def test_both_modes_have_a_floor_and_a_ceiling_for_every_fold(name: str, form: str) -> None:
    rules = protocol(name)
    found = references(f"{name}-{form}", rules.version, "test")
    assert found is not None
    for agent in (FLOOR, CEILING):
        assert found.agents[agent].covers(rules.folds)
    assert 0 < found.agents[FLOOR].mean(rules.folds) < found.agents[CEILING].mean(rules.folds) <= 1


def test_what_more_can_be_said_with_raises_the_ceiling() -> None:
    forms = ("5x5x5", "8x8x8", "free")
    ends = [references(f"deepphy-phyre-{form}", 1, "test") for form in forms]
    ceilings = [each.agents[CEILING].success_at[10][0] for each in ends if each]
    assert ceilings == [pytest.approx(0.399, abs=5e-4), pytest.approx(0.627, abs=5e-4), 1.0]


def test_the_page_has_what_was_published_beside_the_ceiling() -> None:
    rules = protocol("deepphy-phyre-classic")
    found = references(f"{rules.name}-5x5x5", rules.version, "test")
    assert found is not None
    page = (Path(__file__).parents[2] / "docs" / "results" / "deepphy.md").read_text()
    assert deepphy_published.part(found.agents[CEILING].mean(rules.folds)) in page
    assert f"| published | {deepphy_published.mock()} |" in page
