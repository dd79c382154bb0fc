"""Every template keeps the rules, the moment its file exists."""

from __future__ import annotations

import pytest

from topple.sim import Scene
from topple.tasks.outcome import Outcome
from topple.worlds.phyre import (
    FIRST_VARIATION,
    TIERS,
    PhyreTask,
    Relation,
    Template,
    all_templates,
    shipped_templates,
    task,
    template,
    wait,
)

VARIATIONS = range(FIRST_VARIATION, FIRST_VARIATION + 5)
MOST_CAPTION = 100

every_template = pytest.mark.parametrize("template", all_templates().values(), ids=lambda t: t.name)
every_original = pytest.mark.parametrize("template", shipped_templates(), ids=lambda t: t.name)


def first_index(template: Template) -> int:
    return template.shipped[0] if template.shipped else FIRST_VARIATION


def first_task(template: Template) -> PhyreTask:
    return template.task(first_index(template))


def test_fifty_are_phyres_with_ids_of_their_own() -> None:
    templates = shipped_templates()
    assert len(templates) == 50
    assert len({t.phyre_id for t in templates}) == 50
    assert len({t.caption for t in templates}) == 50
    assert [sum(t.tier == tier for t in templates) for tier in TIERS] == [25, 25]


@every_template
def test_the_caption_is_one_short_sentence(template: Template) -> None:
    assert template.caption.endswith(".")
    assert template.caption[0].isupper()
    assert len(template.caption) <= MOST_CAPTION


@every_original
def test_a_hundred_numbers_are_shipped(template: Template) -> None:
    assert len(template.shipped) == len(set(template.shipped)) == 100
    assert list(template.shipped) == sorted(template.shipped)
    assert template.shipped[0] >= 0
    assert template.shipped[-1] < FIRST_VARIATION


@every_template
def test_names_and_numbers_find_the_same_task(template: Template) -> None:
    expected, index = first_task(template), first_index(template)
    assert task(str(expected.id)) is expected
    assert task(f"phyre/{template.name}:{index}") is expected
    assert str(expected) == f"phyre/{template.name}@{template.version}:{index:03d}"
    if expected.phyre_id:
        assert task(expected.phyre_id) is expected


@every_template
def test_the_goal_stands_between_two_bodies_one_of_which_moves(template: Template) -> None:
    found = first_task(template)
    goal, bodies = found.goal, found.scene.bodies
    assert goal.relation is Relation.TOUCHING
    assert goal.first != goal.second
    assert bodies[goal.first].dynamic or bodies[goal.second].dynamic


@every_template
def test_the_same_index_gives_the_same_scene(template: Template) -> None:
    for index in (*template.shipped[:1], *VARIATIONS):
        (scene, goal), (again, goal_again) = template.build(index), template.build(index)
        assert scene.content_hash() == again.content_hash()
        assert goal == goal_again


@every_template
def test_variations_differ_and_the_engine_takes_them(template: Template) -> None:
    tasks = [template.task(index) for index in VARIATIONS]
    assert len({found.scene.content_hash() for found in tasks}) == len(VARIATIONS)
    for found in tasks:
        assert len(found.native_scene) == len(found.scene.bodies)
        assert found.native


@every_template
def test_json_keeps_the_scene(template: Template) -> None:
    for index in (*template.shipped[:1], *template.shipped[-1:], FIRST_VARIATION):
        scene = template.task(index).scene
        read = Scene.from_json(scene.to_json())
        assert read == scene
        assert read.content_hash() == scene.content_hash()


@every_template
def test_waiting_does_not_solve_the_first_task(template: Template) -> None:
    assert wait(first_task(template)).outcome(0) is Outcome.MISSED


def test_a_template_is_found_by_name_and_by_number() -> None:
    for found in all_templates().values():
        assert template(found.name) is found
    for found in shipped_templates():
        assert template(found.phyre_id) is found


def test_a_variation_too_thin_for_the_engine_is_drawn_again() -> None:
    """The first draw of this one has a post of no width."""
    assert task("phyre/ledge_over_rimmed_hole:1089").native


@every_original
def test_stored_rows_set_the_stages_that_counting_finds(template: Template) -> None:
    first = template.shipped[0]
    assert template.build(first) == template._enumerated(first)
