"""Names of tasks mean the same everywhere: ids, templates, groups, files, ranges."""

from __future__ import annotations

import pytest

from topple.errors import BadInput, UnknownName
from topple.worlds import find_task, world, world_names
from topple.worlds.select import select

every_world = pytest.mark.parametrize("name", world_names())


@every_world
def test_a_template_its_group_and_its_world_hold_its_tasks(name: str) -> None:
    own = world(name)
    template = own.template(find_task(own.example).id.template)
    ids = [str(own.id_of(template, index)) for index in own.served(template)]
    assert select(own, template.name) == select(own, f"{name}/{template.name}") == ids
    assert {*ids} <= {*select(own, template.group)} <= {*select(own)}


@every_world
def test_a_task_may_be_named_in_every_way(name: str) -> None:
    own, task = world(name), find_task(world(name).example)
    short = f"{task.id.template}:{task.id.index}"
    assert select(own, short) == select(own, [f"{name}/{short}"]) == select(own, str(task))
    assert select(own, task) == [task]


def test_a_range_holds_its_ends() -> None:
    found = select(world("phyre"), "off_the_ledge:3-5")
    assert [str(task)[-3:] for task in found] == ["003", "004", "005"]
    with pytest.raises(BadInput, match="is no range"):
        select(world("phyre"), "off_the_ledge:5-3")


@pytest.mark.parametrize("names", [[], 7, "nowhere", "nowhere:3", ""])
def test_what_names_no_task_is_refused(names: object) -> None:
    with pytest.raises((BadInput, UnknownName)):
        select(world("phyre"), names)  # type: ignore[arg-type]
