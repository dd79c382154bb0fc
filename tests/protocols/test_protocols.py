"""Protocols: PHYRE's splits under our names."""

from __future__ import annotations

import pytest

from topple.errors import UnknownName
from topple.protocols import Protocol, all_protocols, protocol
from topple.worlds import phyre, world
from topple.worlds.phyre import folds

SETUPS = {
    "phyre-b-within": "ball_within_template",
    "phyre-b-cross": "ball_cross_template",
    "phyre-2b-within": "two_balls_within_template",
    "phyre-2b-cross": "two_balls_cross_template",
}


def test_all_four_setups_are_there() -> None:
    assert set(SETUPS) <= set(all_protocols())


@pytest.mark.parametrize("name", SETUPS)
def test_splits_are_the_original_ones(name: str) -> None:
    """The folds themselves are compared with recorded hashes in their own test."""
    found = protocol(name)
    assert found.folds == tuple(range(10))
    assert found.attempts == 100
    for seed in (0, 9):
        split, wanted = found.split(seed), folds.fold(SETUPS[name], seed)
        for ours, theirs in ((split.dev, wanted.dev), (split.test, wanted.test)):
            assert [phyre.task(each).phyre_id for each in ours] == list(theirs)
        assert len(split.train) == len(wanted.train)


@pytest.mark.parametrize("each", all_protocols().values(), ids=lambda each: each.name)
def test_nothing_is_both_learnt_and_tested(each: Protocol) -> None:
    for fold in each.folds:
        split = each.split(fold)
        for part in ("dev", "test"):
            learnt = split.learnt_from(part)
            assert not set(learnt) & set(split.tested(part))
            assert len(set(learnt)) == len(learnt)
        assert not set(split.learnt_from("dev")) & set(split.test)


@pytest.mark.parametrize("each", all_protocols().values(), ids=lambda each: each.name)
def test_its_tasks_exist(each: Protocol) -> None:
    name = each.split(each.folds[0]).test[0]
    assert str(world(each.world).task(name)) == name


def test_an_unknown_protocol_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName) as caught:
        protocol("phyre-b-withn")
    assert "did you mean `phyre-b-within`?" in caught.value.hint
