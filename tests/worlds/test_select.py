"""Names of tasks mean the same everywhere: ids, templates, groups, files, ranges."""

from __future__ import annotations

from pathlib import Path

import pytest
from naming import check_names

from topple.errors import BadInput, ToppleError, UnknownName
from topple.worlds import find_task, world, world_names
from topple.worlds.select import find_world, select

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
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


@every_world
def test_names_mean_the_same_to_commands_protocols_agents_and_environments(name: str) -> None:
    check_names(name)


def test_a_name_without_its_world_finds_it() -> None:
    assert find_world("off_the_ledge:0-9").name == find_world("00002").name == "phyre"
    assert find_world("under_a_roof").name == find_world("1.1:3").name == "birds"


def test_a_file_lists_tasks(tmp_path: Path) -> None:
    own, file = world("phyre"), tmp_path / "tasks.json"
    file.write_text('{"tasks": {"phyre/off_the_ledge@1:007": "hash"}}')
    assert select(own, str(file)) == ["phyre/off_the_ledge@1:007"]
    file.write_text('["phyre/off_the_ledge@1:007"]')
    with pytest.raises(ToppleError):
        select(own, str(file))


def test_a_template_in_a_file_has_ranges_too() -> None:
    text = f"{EXAMPLES / 'shelf_to_jar.py'}:1000-1002"
    ids = [f"phyre/shelf_to_jar@1:{index}" for index in (1000, 1001, 1002)]
    assert select(find_world(text), text) == ids


@pytest.mark.parametrize("name", ["off_the_ledge:0-9", "ball", "phyre"])
def test_several_tasks_are_not_one(name: str) -> None:
    with pytest.raises(BadInput, match="names several tasks"):
        find_task(name)


def test_a_range_holds_its_ends() -> None:
    found = select(world("phyre"), "off_the_ledge:3-5")
    assert [str(task)[-3:] for task in found] == ["003", "004", "005"]
    with pytest.raises(BadInput, match="is no range"):
        select(world("phyre"), "off_the_ledge:5-3")


@pytest.mark.parametrize("names", [[], 7, "nowhere", "nowhere:3", ""])
def test_what_names_no_task_is_refused(names: object) -> None:
    with pytest.raises((BadInput, UnknownName)):
        select(world("phyre"), names)  # type: ignore[arg-type]
