"""Folds equal those of the original package."""

from __future__ import annotations

import hashlib

import pytest

from topple.errors import UnknownName
from topple.tasks.splits import stable_shuffle
from topple.worlds.phyre import shipped
from topple.worlds.phyre.folds import SEEDS, SETUPS, fold

# First 16 digits of the sha256 of the ids joined by newlines, recorded from `phyre.get_fold` of
# the package phyre 0.2.2; `make align` compares all 120 lists.
RECORDED = {
    ("ball_cross_template", 0, "train"): "7f380935d08730e9",
    ("ball_cross_template", 0, "dev"): "b165c4d526afd6c4",
    ("ball_cross_template", 0, "test"): "230cc8e14f3f897f",
    ("ball_within_template", 1, "train"): "c8c2b457614c50ee",
    ("ball_within_template", 1, "dev"): "ff0e7987f0078540",
    ("ball_within_template", 1, "test"): "646cdb8487ad9cd0",
    ("two_balls_cross_template", 1, "train"): "c9a5502450457632",
    ("two_balls_cross_template", 1, "dev"): "5e170e1664844ce0",
    ("two_balls_cross_template", 1, "test"): "14397404a4d8689a",
    ("two_balls_within_template", 0, "train"): "d508fa568f11f56a",
    ("two_balls_within_template", 0, "dev"): "4e4e69b05d711dab",
    ("two_balls_within_template", 0, "test"): "a98c922b6f76a346",
}


@pytest.mark.parametrize(("setup", "seed", "part"), RECORDED)
def test_ids_equal_the_recorded_ones(setup: str, seed: int, part: str) -> None:
    ids = "\n".join(getattr(fold(setup, seed), part))
    assert hashlib.sha256(ids.encode()).hexdigest()[:16] == RECORDED[setup, seed, part]


@pytest.mark.parametrize("setup", SETUPS)
def test_the_parts_are_sorted_and_make_up_the_tier(setup: str) -> None:
    tier = setup.removesuffix("_cross_template").removesuffix("_within_template")
    whole = [task.phyre_id for task in shipped(tier)]
    for seed in SEEDS:
        parts = fold(setup, seed)
        assert (len(parts.train), len(parts.dev), len(parts.test)) == (1600, 400, 500)
        assert all(list(part) == sorted(part) for part in (parts.train, parts.dev, parts.test))
        assert sorted(parts.train + parts.dev + parts.test) == whole


def test_across_templates_no_template_is_in_two_parts() -> None:
    parts = fold("ball_cross_template", 3)
    templates = [{name[:5] for name in part} for part in (parts.train, parts.dev, parts.test)]
    assert [len(part) for part in templates] == [16, 4, 5]
    assert len(set.union(*templates)) == 25


def test_within_templates_every_template_is_tested() -> None:
    tested = [name[:5] for name in fold("two_balls_within_template", 3).test]
    assert {tested.count(template) for template in tested} == {20}
    assert len(set(tested)) == 25


def test_the_shuffle_forgets_the_order_it_was_given() -> None:
    names = ["a", "b", "c", "d"]
    assert stable_shuffle(names, "salt") == stable_shuffle(reversed(names), "salt")
    assert stable_shuffle(names, "salt") != stable_shuffle(names, "other")


def test_an_unknown_setup_is_named() -> None:
    with pytest.raises(UnknownName, match="ball_cross_templates") as caught:
        fold("ball_cross_templates", 0)
    assert "ball_cross_template" in caught.value.hint
