"""Protocols: PHYRE's splits under our names."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from topple.errors import UnknownName
from topple.protocols import Protocol, all_protocols, protocol
from topple.worlds import phyre, world
from topple.worlds.phyre import folds
from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.protocols import protocol_of
from topple.worlds.phyre.physiq.settings import QuestionSettings

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


WITH_TASKS = [each for each in all_protocols().values() if not each.of_files]


@pytest.mark.parametrize("each", WITH_TASKS, ids=lambda each: each.name)
def test_its_tasks_exist(each: Protocol) -> None:
    name = each.split(each.folds[0]).test[0]
    assert str(world(each.world).task(name)) == name


LIMITS = (1, 4, 8, 15, 30, 60, 200, 100_000)
ASKED = [protocol_of(kind, QuestionSettings()) for kind in (Kind.YESNO, Kind.RANKING)]


@pytest.mark.parametrize("each", [*all_protocols().values(), *ASKED], ids=lambda each: each.name)
def test_a_smaller_limit_is_part_of_a_larger_one(each: Protocol) -> None:
    fold = each.folds[-1]
    every = each.tasks(fold)
    found = [each.tasks(fold, limit=limit) for limit in LIMITS]
    assert [len(names) for names in found] == [min(limit, len(every)) for limit in LIMITS]
    assert found[-1] == every
    for smaller, larger in pairwise(found):
        kept = set(smaller)
        assert list(smaller) == [name for name in larger if name in kept]


@pytest.mark.parametrize("each", [*all_protocols().values(), *ASKED], ids=lambda each: each.name)
def test_a_limit_is_spread_over_groups_and_templates(each: Protocol) -> None:
    every = {name: each.stratum(name) for name in each.tasks(0)}
    room, groups = Counter(s.template for s in every.values()), {s.group for s in every.values()}
    for limit in LIMITS:
        strata = [every[name] for name in each.tasks(0, limit=limit)]
        shares = Counter(s.template for s in strata)
        open_ones = [shares[name] for name in room if shares[name] < room[name]]
        assert not open_ones or max(shares.values()) - min(open_ones) <= 1
        assert len({s.group for s in strata}) == min(limit, len(groups))


def test_one_task_per_scenario_comes_first() -> None:
    few = protocol("phyq-broad").tasks(0, limit=15)
    assert len({world("birds").task(name).id.template for name in few}) == 15


def test_an_unknown_protocol_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName) as caught:
        protocol("phyre-b-withn")
    assert "did you mean `phyre-b-within`?" in caught.value.hint
