"""The packs: of the published sizes, certified throughout, and not to be passed by luck."""

from __future__ import annotations

from statistics import mean

import pytest

from topple.worlds.rope.certify import MOST_SHARE
from topple.worlds.rope.layout import PACKS
from topple.worlds.rope.packs import all_packs
from topple.worlds.rope.template import FIRST_VARIATION
from topple.worlds.rope.world import WORLD, all_templates

SIZES = {"ropes": 24, "air": 23, "gates": 7, "hats": 15, "halves": 19, "pulleys": 12}
MOST_MEAN_SHARE = 0.15  # mean share of random plans that work, over a pack
LEAST_TASKS = 100  # certified per pack

every_pack = pytest.mark.parametrize("pack", PACKS)


@every_pack
def test_a_pack_has_its_size_and_only_certified_levels_of_its_own(pack: str) -> None:
    names = all_packs()[pack]
    assert len(names) == len(set(names)) == SIZES[pack]
    for name in names:
        task = WORLD.task(name)
        assert WORLD.certificate(task) is not None
        assert all_templates()[task.id.template].group == pack


@every_pack
def test_random_plans_seldom_pass_a_pack(pack: str) -> None:
    tasks = [WORLD.task(name) for name in all_packs()[pack]]
    found = [WORLD.certificate(task) for task in tasks]
    assert mean(one.facts["share"] for one in found if one) <= MOST_MEAN_SHARE


@every_pack
def test_a_pack_has_enough_variations_and_none_is_passed_by_luck(pack: str) -> None:
    own = [each for each in all_templates().values() if each.group == pack]
    shares = [
        one.facts["share"]
        for each in own
        for index, one in WORLD.certificates(each).tasks.items()
        if index >= FIRST_VARIATION
    ]
    assert len(shares) >= LEAST_TASKS
    assert max(shares) <= MOST_SHARE
