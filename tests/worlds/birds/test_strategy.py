"""Plans aim at things, wherever a task puts the scene."""

from __future__ import annotations

import pytest

from topple.errors import BadScene
from topple.worlds.birds.staging.plan import Aim, aim, chart, lean
from topple.worlds.birds.template import Template
from topple.worlds.birds.world import all_templates

every_template = pytest.mark.parametrize("template", all_templates().values(), ids=lambda t: t.name)


def test_an_aim_goes_with_the_scene() -> None:
    aiming = aim((1.0, 2.0), "steep", right=0.5, stretch=0.9)
    assert aiming.placed(10.0, -1.0) == Aim(11.5, 1.0, "steep", 0.9)


def test_a_number_may_lean_with_the_place() -> None:
    aiming = aim((1.0, 2.0), up=lean(0.5, 0.1, -0.2), tap=lean(0.8, 0.0, 0.05))
    placed = aiming.placed(2.0, 1.0)
    assert placed.y == pytest.approx(2.0 + 1.0 + 0.5 + 0.2 - 0.2)
    assert placed.tap == pytest.approx(0.85)
    assert aiming.placed(0.0, 0.0).y == 2.5


def test_a_number_may_bend_with_the_place() -> None:
    number = lean(1.0, 0.0, 0.0, 0.5, 0.25, -1.0)
    assert number.at(2.0, 3.0) == pytest.approx(1.0 + 0.5 * 4 + 0.25 * 6 - 9.0)


def test_nothing_is_drawn_farther_than_the_sling_allows() -> None:
    assert aim((0.0, 0.0), stretch=lean(0.9, 0.1)).placed(5.0, 0.0).stretch == 1.0


@every_template
def test_plans_say_shots_that_can_be_made(template: Template) -> None:
    for index in (0, 7, 321):
        for one in template.task(index).plan:
            assert 0.3 <= one.stretch <= 1.0
            assert one.tap is None or 0.0 < one.tap <= 1.2
            assert one.delay >= 0.0


WAYS = chart("aab", "ccb", right=(0.0, 3.0), up=(-1.0, 1.0))


@pytest.mark.parametrize(
    ("right", "up", "letter"),
    [
        (0.1, 0.9, "a"),
        (1.9, 0.1, "a"),
        (2.1, 0.1, "b"),
        (0.1, -0.1, "c"),
        (2.9, -0.9, "b"),
        (-50.0, -50.0, "c"),
        (50.0, 50.0, "b"),
    ],
)
def test_a_chart_has_the_highest_row_first(right: float, up: float, letter: str) -> None:
    assert WAYS.letter(right, up) == letter


def test_a_chart_picks_the_numbers_of_a_shot() -> None:
    aiming = aim(
        (0.0, 0.0),
        up=WAYS.pick(lean(1.0, 0.5), a=0.0, b=lean(0.0, 0.0, 2.0), c=-1.0),
        stretch=WAYS.pick(a=0.5, b=0.6, c=0.7),
    )
    assert aiming.placed(1.0, 0.5) == Aim(1.0, 0.5 + 1.5, stretch=0.5)
    assert aiming.placed(2.5, 0.5) == Aim(2.5, 0.5 + 2.25 + 1.0, stretch=0.6)
    assert aiming.placed(1.0, -0.5) == Aim(1.0, -0.5 + 1.5 - 1.0, stretch=0.7)


def test_every_letter_of_a_chart_needs_a_number() -> None:
    with pytest.raises(BadScene, match=r"\['b', 'c'\].*\['a'\]"):
        WAYS.pick(a=1.0)


@pytest.mark.parametrize(
    ("rows", "right", "words"),
    [
        ((), (0.0, 1.0), "every row"),
        (("ab", ""), (0.0, 1.0), "every row"),
        (("ab",), (1.0, 1.0), r"right=\(1.0, 1.0\)"),
        (("ab",), (2.0, 1.0), r"right=\(2.0, 1.0\)"),
    ],
)
def test_a_chart_that_covers_nothing_is_refused(
    rows: tuple[str, ...], right: tuple[float, float], words: str
) -> None:
    with pytest.raises(BadScene, match=words):
        chart(*rows, right=right, up=(0.0, 1.0))
