"""What is no shot, and rules that make no game, are refused."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from levels import FAR_PIG, RED
from making import WILD, examples
from small_games import game_at

from topple.errors import BadAction, ToppleError
from topple.worlds.birds import Level, Rules, Shot, play_on, simulate

LEVEL = Level(RED, (FAR_PIG,))


@pytest.mark.parametrize("field", ["x", "y", "tap", "delay"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e300, "1", [], True])
def test_what_is_no_number_is_no_part_of_a_shot(field: str, value: Any) -> None:
    values: dict[str, Any] = {"x": -1.0, "y": 0.0, field: value}
    with pytest.raises(BadAction, match=field):
        Shot(**values)


def test_a_bird_is_shot_only_from_the_sling() -> None:
    game = game_at(LEVEL)
    with pytest.raises(BadAction, match="ready"):
        game.shoot(Shot(-1.0, 0.0))
    play_on([game], [None])
    game.shoot(Shot(-1.0, 0.0))
    with pytest.raises(BadAction, match="ready"):
        game.shoot(Shot(-1.0, 0.0))


def test_a_game_that_is_over_stays_over() -> None:
    game = game_at(LEVEL)
    play_on([game], [None])
    game.stop()
    play_on([game], [None])
    assert game.outcome == "missed"
    ended = game.digest()
    game.step()
    assert game.digest() == ended


def test_as_many_levels_as_lists_of_shots() -> None:
    with pytest.raises(BadAction, match="2 levels, but 1"):
        simulate([LEVEL] * 2, [[]])
    assert simulate([], []) == []


NUMBERS = [field.name for field in fields(Rules) if isinstance(getattr(Rules(), field.name), float)]


@examples(60)
@given(st.sampled_from([*NUMBERS, "events_per_hit", "iterations", "unused_score"]), WILD)
def test_wild_rules_are_refused_or_played(name: str, value: Any) -> None:
    try:
        rules = replace(Rules(), most_steps=200, **{name: value})
        play = simulate(LEVEL, [[Shot(-1.0, -0.5, tap=0.5)]], rules=rules)[0]
    except (ToppleError, TypeError):
        return
    assert not play.error
