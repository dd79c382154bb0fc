"""Who does not look, or does not read, gets what chance gets."""

from __future__ import annotations

import pytest

from topple.prompting.hint import Hint
from topple.tasks.outcome import Outcome
from topple.worlds.ladder.find import items_of, worlds_with_items
from topple.worlds.ladder.forms import form_of
from topple.worlds.ladder.items import Item
from topple.worlds.ladder.players import BASELINES
from topple.worlds.ladder.rows import Kind

every_world = pytest.mark.parametrize("name", worlds_with_items())
_FAR = 0.13  # more than three standard errors of a share of 400 - 60 answers


def answer(player: str, item: Item) -> tuple[float, ...]:
    hint = Hint(f"ladder-{item.id.world}", str(item), 0, 1, 1, "answer")
    form = form_of(item.kind)
    reading = form.read(BASELINES[player](hint, 0))
    assert reading.values is not None
    assert not form.refusal(reading.values)
    return reading.values


def share(player: str, name: str, kinds: set[Kind]) -> float:
    items = [item for item in items_of(name).values() if item.kind in kinds]
    right = [item.mark(answer(player, item)).outcome is Outcome.SOLVED for item in items]
    return sum(right) / len(right)


OPTIONS = {Kind.NAME, Kind.FIRST, Kind.REST, Kind.PLAN}


LETTERED = [name for name in worlds_with_items() if name != "kinetix"]  # it asks for none


@pytest.mark.parametrize("name", LETTERED)
@pytest.mark.parametrize("player", ["best-constant", "random-valid"])
def test_the_prior_is_at_chance(name: str, player: str) -> None:
    assert abs(share(player, name, OPTIONS) - 0.25) < _FAR


@pytest.mark.slow
@pytest.mark.parametrize("name", LETTERED)
def test_words_without_a_picture_are_at_chance(name: str) -> None:
    assert abs(share("text", name, OPTIONS) - 0.25) < _FAR


@pytest.mark.slow
@every_world
def test_words_do_not_tell_what_touches(name: str) -> None:
    assert abs(share("text", name, {Kind.TOUCH}) - 0.5) < 0.2


@every_world
def test_an_oracle_is_right_and_one_who_says_it_stays_is_biased(name: str) -> None:
    items = list(items_of(name).values())[::7]
    for item in items:
        assert item.mark(answer("oracle", item)).outcome is Outcome.SOLVED
        if item.stasis is not None:
            assert item.says_stasis(answer("stays", item))
