"""Plans and the search that starts from them."""

from __future__ import annotations

import math

import pytest

from topple.worlds.birds.planner import angles_to
from topple.worlds.birds.search import Change, planned, solutions, solves
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.staging.plan import Aim, aim, lob
from topple.worlds.birds.template import Template
from topple.worlds.birds.world import all_templates, task

every_template = pytest.mark.parametrize("template", all_templates().values(), ids=lambda t: t.name)
CLOSE = 1e-4  # solutions are rounded


def test_an_aim_moves_with_the_scene() -> None:
    assert lob((1.0, 2.0), right=0.5, stretch=0.9).moved(10.0, -1.0) == Aim(11.5, 1.0, "steep", 0.9)
    assert aim((1.0, 2.0), up=0.5, tap=0.8, delay=2) == Aim(1.0, 2.5, "flat", 1.0, 0.8, 2)


@every_template
def test_plans_have_shots_that_can_be_made(template: Template) -> None:
    for index in (0, 7, 321):
        for one in template.task(index).plan:
            assert 0.3 <= one.stretch <= 1.0
            assert one.tap is None or 0.0 < one.tap <= 1.2
            assert one.delay >= 0.0


@every_template
def test_plans_are_numbers_that_a_person_would_say(template: Template) -> None:
    for one in template.layout.plan:
        for number in (one.stretch, one.tap or 0.0, one.delay):
            assert number == round(number, 2)


def test_an_aim_hits_its_point_along_its_arc() -> None:
    flat, steep = task("1.1:3"), task("1.2:3")
    for found, arc in ((flat, 0), (steep, -1)):
        angle = angles_to(found.plan[0].x, found.plan[0].y)[arc]
        assert _angle(planned(found)[0]) == pytest.approx(angle, abs=CLOSE)


def test_changes_turn_and_shorten_a_shot() -> None:
    found = task("1.1:3")
    turned = planned(found, (Change(turn=0.1),))[0]
    assert _angle(turned) - _angle(planned(found)[0]) == pytest.approx(0.1, abs=CLOSE)
    shorter = planned(found, (Change(stretch=-0.2),))[0]
    assert math.hypot(shorter.x, shorter.y) == pytest.approx(0.8, abs=CLOSE)
    other = planned(found, (Change(other_arc=True),))[0]
    assert _angle(other) == pytest.approx(
        angles_to(found.plan[0].x, found.plan[0].y)[-1], abs=CLOSE
    )


@pytest.mark.parametrize("name", ["6.4:303", "13.4:300"])
def test_searches_repeat_and_find_solutions(name: str) -> None:
    found = task(name)
    first = next(solutions(found, 320))
    again = next(solutions(found, 320, threads=1))
    assert (first.shots, first.tried) == (again.shots, again.tried)
    assert solves(found, [first.shots]) == [True]


def test_known_changes_are_tried_right_after_the_plan() -> None:
    found = task("6.4:303")
    first = next(solutions(found, 320))
    assert first.tried > 2
    assert next(solutions(found, 320, [first.changes])).tried == 2


def _angle(shot: Shot) -> float:
    return math.atan2(-shot.y, -shot.x)
