"""In a close-up every pig is large enough to be seen by a model."""

from __future__ import annotations

import pytest

from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.vlm.plan import ModelPlan
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.models.close_up import HEIGHT, LEAST_PIG, WIDTH, _window
from topple.worlds.birds.models.views import pigs
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.things.pigs import PIGS
from topple.worlds.birds.world import WORLD, own_task

TASKS = protocol("deepphy-birds").split(0).test


@pytest.mark.parametrize("name", TASKS[::5])
def test_every_pig_is_in_sight_and_large_enough(name: str) -> None:
    task: BirdsTask = own_task(WORLD.task(name))
    game = BirdsGame(task)
    scale, left, top = _window(game).camera(WIDTH)
    for body, (x, y) in pigs(game).items():
        ys = [corner[1] for corner in PIGS[task.level.things[body - 1].type].outline]
        assert (max(ys) - min(ys)) * scale >= LEAST_PIG - 1e-9
        assert 0 < left + x * scale < WIDTH
        assert 0 < top - (y + max(ys)) * scale < HEIGHT


def test_the_question_has_the_whole_and_the_close_up() -> None:
    plan = ModelPlan(protocol("deepphy-birds"), Setup("angle-power", "wm"), "", (0,))
    names = [picture.name for picture in plan.begin((0, TASKS[0])).question().pictures]
    assert names == ["screenshot@3", "numbered_close_up@1"]
