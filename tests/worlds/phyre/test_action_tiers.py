"""Random actions of PHYRE's tiers."""

from __future__ import annotations

import pytest

from topple.tasks.draw import generator
from topple.worlds.phyre import TIERS


@pytest.mark.parametrize("name", TIERS)
def test_a_sample_is_the_first_draw_that_fits(name: str) -> None:
    tier = TIERS[name]
    for number in range(500):
        drawn = generator("fit", number).uniform(size=(16, tier.dimensions))
        fitting = drawn[tier.fits(drawn)]
        assert len(fitting), "a second draw would be needed: choose other keys"
        assert tier.sample(generator("fit", number)) == tuple(fitting[0].tolist())
