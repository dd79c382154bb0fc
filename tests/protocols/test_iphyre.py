"""The protocols of I-PHYRE hold out what they say."""

from __future__ import annotations

import pytest

from topple.protocols import protocol


def games(names: tuple[str, ...]) -> set[str]:
    return {name.partition("@")[0] for name in names}


def test_basic_to_all_learns_from_variations_of_the_basic_games() -> None:
    split = protocol("iphyre-basic-to-all").split(0)
    assert len(games(split.train)) == 10
    assert all(name.endswith(":000") for name in split.test)
    assert len(split.test) == 39


@pytest.mark.parametrize("name", ["iphyre-within", "iphyre-cross"])
def test_every_variation_is_tested_in_one_fold(name: str) -> None:
    rules = protocol(name)
    splits = [rules.split(fold) for fold in rules.folds]
    every = [task for split in splits for task in split.test]
    assert len(every) == len(set(every)) == len(splits[0].train) + len(splits[0].test)
    for split in splits:
        assert not set(split.train) & set(split.test)
        shared = games(split.train) & games(split.test)
        assert shared == (games(split.test) if name == "iphyre-within" else set())
