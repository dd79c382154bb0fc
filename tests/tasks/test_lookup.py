"""Tasks are found alike in every world, and a wrong id is answered with the right one."""

from __future__ import annotations

import pytest

from topple.errors import BadInput, UnknownName
from topple.worlds import find_task, world

FIRST = {"phyre": "off_the_ledge", "birds": "under_a_roof"}


@pytest.mark.parametrize(
    ("number", "name"),
    [
        ("00002:042", "phyre/off_the_ledge@1:042"),
        ("1.1:042", "birds/under_a_roof@1:042"),
        ("1_1_4:042", "birds/under_a_roof@1:042"),
    ],
)
def test_an_original_s_number_finds_the_task(number: str, name: str) -> None:
    assert str(world(name.partition("/")[0]).task(number)) == name


@pytest.mark.parametrize(("own", "template"), FIRST.items())
def test_a_task_without_a_version_is_the_present_one(own: str, template: str) -> None:
    assert str(world(own).task(f"{own}/{template}:7")) == f"{own}/{template}@1:007"


@pytest.mark.parametrize(("own", "template"), FIRST.items())
@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("{own}/{template}@9:007", "no task named", "did you mean `{own}/{template}@1:007`?"),
        ("{own}/{template}s:7", "no template named", "did you mean `{own}/{template}`?"),
        ("{own}s/{template}:7", "no world named", "did you mean `{own}`?"),
        ("pond/{template}:7", "no world named `pond`", "`topple list` shows all"),
    ],
)
def test_a_wrong_id_is_answered_with_the_right_one(
    own: str, template: str, text: str, says: str, hint: str
) -> None:
    with pytest.raises(UnknownName, match=says) as raised:
        find_task(text.format(own=own, template=template))
    assert hint.format(own=own, template=template) in raised.value.hint


def test_a_world_says_that_a_task_is_of_another() -> None:
    with pytest.raises(BadInput, match="`birds/under_a_roof:7` is not a task of phyre") as raised:
        world("phyre").task("birds/under_a_roof:7")
    assert raised.value.hint == "`topple.task` finds tasks of every world"
