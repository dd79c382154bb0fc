"""Variations are as demanding as the published game, and there are enough of them."""

from __future__ import annotations

import pytest

from topple.worlds.iphyre.games import all_games
from topple.worlds.iphyre.search import at_once, solving
from topple.worlds.iphyre.template import FIRST_VARIATION
from topple.worlds.iphyre.world import WORLD, all_templates

VARIATIONS = 100  # served per game, at least


@pytest.mark.parametrize("name", all_games())
def test_a_variation_falls_to_removing_everything_only_where_the_game_does(name: str) -> None:
    template = all_templates()[name]
    stored = WORLD.certificates(template).tasks
    variations = [stored[index] for index in stored if index >= FIRST_VARIATION]
    assert len(variations) >= VARIATIONS
    published = template.task(0)
    (falls,) = solving(published, [at_once(published)], 1)
    if not falls:
        assert not any(one.facts["at_once"] for one in variations)
        some = [template.task(one.index) for one in variations[::25]]
        assert not any(solving(task, [at_once(task)], 1)[0] for task in some)
