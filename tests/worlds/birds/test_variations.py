"""Variations: from index 1000 on, things that a template names are made of other materials."""

import pytest

from topple.protocols import protocol
from topple.worlds.birds.certify import VARIATIONS
from topple.worlds.birds.template import FIRST_VARIATION, Template
from topple.worlds.birds.world import WORLD, all_templates

VARIED = [t for t in all_templates().values() if t.layout.materials]


def test_rolling_falling_and_sliding_vary() -> None:
    assert {template.scenario for template in VARIED} == {"rolling", "falling", "sliding"}


@pytest.mark.parametrize("template", VARIED, ids=lambda template: template.name)
def test_only_named_things_change_their_material(template: Template) -> None:
    named = template.layout.materials
    seen: set[str] = set()
    for index in range(FIRST_VARIATION, FIRST_VARIATION + 10):
        things = template.task(index).level.things
        for i, laid_out in enumerate(template.layout.things):
            if i in named:
                assert things[i].material in named[i]
                seen.add(things[i].material)
            else:
                assert things[i].material == laid_out.material
    assert len(seen) > 1


@pytest.mark.parametrize("template", VARIED, ids=lambda template: template.name)
def test_tasks_below_are_as_laid_out(template: Template) -> None:
    for index in (0, 99, FIRST_VARIATION - 1):
        things = template.task(index).level.things
        for i in template.layout.materials:
            assert things[i].material == template.layout.things[i].material


@pytest.mark.parametrize("template", VARIED, ids=lambda template: template.name)
def test_variations_are_certified(template: Template) -> None:
    kept = [index for index in WORLD.certificates(template).tasks if index >= FIRST_VARIATION]
    assert len(kept) == VARIATIONS


def test_protocols_leave_variations_out() -> None:
    for name in ("phyq-local", "phyq-broad"):
        split = protocol(name).split(0)
        indices = [int(task.rsplit(":", 1)[1]) for task in (*split.train, *split.test)]
        assert max(indices) < FIRST_VARIATION
