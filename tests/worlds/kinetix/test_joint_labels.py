"""DeepPHY's labels: numbers of motors and thrusters, as the classic question names them."""

from __future__ import annotations

import pytest

from topple.protocols import protocol
from topple.worlds.kinetix.drawing.scene import scene
from topple.worlds.kinetix.game import KinetixGame
from topple.worlds.kinetix.models.forms import form_of
from topple.worlds.kinetix.world import WORLD, own_task

RULES = protocol("deepphy-kinetix-classic")
TASKS = [name for fold in RULES.folds for name in RULES.split(fold).test]


@pytest.mark.parametrize("name", TASKS)
def test_every_label_is_an_element_of_the_vector(name: str) -> None:
    task = own_task(WORLD.task(name))
    level = task.level
    drawn, motions = scene(level), KinetixGame(task).motions()
    shown = [label for label, _ in drawn._numbered(motions)]
    asked = form_of("vector", level).names
    assert set(shown) <= set(asked)
    assert len(shown) == len(set(shown)), "no label is there twice"
    used = sum(joint.motor and joint.active for joint in level.joints)
    assert sum(label.startswith("M") for label in shown) == used
