"""Every template of birds keeps the rules, the moment its file exists."""

from __future__ import annotations

import pytest

from topple.errors import BadAction, UnknownName
from topple.tasks.outcome import Outcome
from topple.worlds import world
from topple.worlds.birds import Level, simulate
from topple.worlds.birds.staging.distractors import COUNT
from topple.worlds.birds.template import SCENARIOS, Template
from topple.worlds.birds.world import all_templates, task

MOST_CAPTION = 100

every_template = pytest.mark.parametrize("template", all_templates().values(), ids=lambda t: t.name)


def test_75_are_phyqs_in_15_scenarios() -> None:
    originals = [t for t in all_templates().values() if t.phyq]
    assert len(originals) == 75
    assert len({t.phyq for t in originals}) == len({t.original for t in originals}) == 75
    assert {t.scenario for t in originals} == set(SCENARIOS)
    for each in originals:
        assert SCENARIOS[int(each.phyq.split(".")[0]) - 1] == each.scenario


def test_templates_come_in_the_order_of_the_paper() -> None:
    numbers = [tuple(map(int, t.phyq.split("."))) for t in all_templates().values() if t.phyq]
    assert numbers == sorted(numbers)


@every_template
def test_the_caption_is_one_short_sentence(template: Template) -> None:
    assert template.caption.endswith(".")
    assert template.caption[0].isupper()
    assert len(template.caption) <= MOST_CAPTION


@every_template
def test_every_name_finds_the_same_task(template: Template) -> None:
    expected = template.task(3)
    assert task(str(expected)) is expected
    assert task(f"birds/{template.name}:3") is expected
    assert task(f"{template.phyq}:3") is expected
    assert task(f"{template.original}:3") is expected


@every_template
def test_an_index_always_gives_the_same_level(template: Template) -> None:
    again, plan = template.build(7)
    found = template.task(7)
    assert again.to_json() == found.level.to_json()
    assert plan == found.plan
    assert Level.from_json(again.to_json()) == again
    assert template.task(8).level != found.level


@every_template
def test_tasks_move_the_scene_as_a_whole_and_add_distractors(template: Template) -> None:
    layout = template.layout
    found = template.task(11).level
    count = len(layout.things)
    assert count <= len(found.things) <= count + COUNT
    shifts = {
        (round(b.x - a.x, 9), round(b.y - a.y, 9))
        for i, (a, b) in enumerate(zip(layout.things, found.things, strict=False))
        if i not in layout.fixed
    }
    assert len(shifts) == 1


@every_template
def test_the_plan_has_a_shot_for_every_bird(template: Template) -> None:
    assert len(template.layout.plan) == len(template.layout.birds)


@every_template
def test_waiting_does_not_solve_it(template: Template) -> None:
    found = template.task(0)
    play = simulate(found.level, [[]], rules=found.rules)[0]
    assert play.outcome is Outcome.MISSED


def test_playing_through_the_world_equals_simulating() -> None:
    birds = world("birds")
    found = birds.task("1.4:000")
    candidates = found.actions.candidates(40)
    outcomes = birds.outcomes([found], candidates)[0]
    played = birds.play([found] * 40, [tuple(row) for row in candidates.tolist()])
    assert [each.outcome is Outcome.SOLVED for each in played] == (outcomes == 1).tolist()
    assert 0 < (outcomes == 1).sum() < 40


@pytest.mark.parametrize("action", [(), (1.0,), (0.0,) * 8, (float("nan"), 0.0, 0.0, 0.0), "shot"])
def test_what_is_no_action_is_refused(action: object) -> None:
    with pytest.raises(BadAction):
        task("1.4:000").actions.one(action)


@pytest.mark.parametrize("name", ["1.9:000", "birds/nowhere:1", "birds/under_a_roof@2:1"])
def test_unknown_tasks_are_named(name: str) -> None:
    with pytest.raises(UnknownName):
        task(name)
