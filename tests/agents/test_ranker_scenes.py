"""Generated scenes of a ranker: tasks of their own, drawn the same everywhere, stored once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from topple.agents import Practice
from topple.errors import BadInput
from topple.worlds import world
from topple.worlds.phyre import simulate, task, wait
from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.agents.ranker import generated, scenes
from topple.worlds.phyre.agents.ranker.generated import (
    gather_changed,
    gather_free,
    gather_variations,
)
from topple.worlds.phyre.agents.ranker.rollouts import Example
from topple.worlds.phyre.agents.ranker.scenes import draw_changed, draw_free, draw_variation
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import all_templates

BALL = TIERS["ball"]
SOURCE = task("phyre/off_the_ledge@1:000")


def free_tasks(numbers: range) -> list[PhyreTask]:
    return [found for n in numbers if (found := draw_free(BALL, n)) is not None]


def test_free_scenes_are_tasks() -> None:
    tasks = free_tasks(range(8))
    assert len(tasks) >= 2
    for each in tasks:
        assert wait(each, threads=1).status[0] < 0
        status = simulate(each, BALL.candidates(300), outcome_only=True, threads=1).status
        assert 0 < (status > 0).sum() < (status < 0).sum()
        first, second = (each.scene.bodies[i] for i in (each.goal.first, each.goal.second))
        assert first.dynamic
        assert first.colour == Colour.GREEN
        assert second.colour == (Colour.BLUE if second.dynamic else Colour.PURPLE)


def test_the_number_alone_decides_a_scene() -> None:
    tasks = free_tasks(range(4))
    again = free_tasks(range(4))
    assert [t.content_hash() for t in tasks] == [t.content_hash() for t in again]
    assert len({t.content_hash() for t in tasks}) == len(tasks)


def test_changed_copies_differ_from_their_task() -> None:
    copies = [found for n in range(6) if (found := draw_changed(SOURCE, n)) is not None]
    assert copies
    for each in copies:
        assert each.content_hash() != SOURCE.content_hash()
        assert str(each) != str(SOURCE)
        assert each.id.template == SOURCE.id.template
        assert wait(each, threads=1).status[0] < 0


def test_variations_are_no_tasks_of_phyre() -> None:
    ledge = all_templates()["off_the_ledge"]
    drawn = [found for n in range(3) if (found := draw_variation(ledge, n)) is not None]
    assert drawn
    shipped = {task(f"phyre/off_the_ledge:{n}").content_hash() for n in ledge.shipped}
    assert not shipped & {each.content_hash() for each in drawn}
    assert all(wait(each, threads=1).status[0] < 0 for each in drawn)


def test_a_variation_that_looks_like_a_task_of_phyre_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ledge = all_templates()["off_the_ledge"]
    monkeypatch.setattr(scenes, "FIRST_VARIATION", ledge.shipped[0])
    assert draw_variation(ledge, 0) is None


def test_what_is_stored_is_not_simulated_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generated, "_processes", lambda practice: _InOrder())
    monkeypatch.setattr(generated, "BLOCK", 4)
    monkeypatch.setattr(generated, "_AHEAD", 1)
    practice = Practice(world("phyre"), [str(SOURCE)], folder=tmp_path)

    def gather() -> list[Example]:
        several = (gather_changed(practice, 6), gather_variations(practice, 3))
        return gather_free(practice, "ball", 3) + several[0] + several[1]

    first = gather()
    assert practice.simulations == sum(each.rollouts.simulated for each in first)
    monkeypatch.setattr(generated, "roll_out", None)
    for one, other in zip(first, gather(), strict=True):
        np.testing.assert_array_equal(one.image, other.image)
        np.testing.assert_array_equal(one.rollouts.balls, other.rollouts.balls)
        np.testing.assert_array_equal(one.rollouts.solved, other.rollouts.solved)
    for file in tmp_path.rglob("*.npz"):
        file.write_bytes(b"rubbish")
    with pytest.raises(BadInput, match="holds no generated scenes"):
        gather_free(practice, "ball", 3)


class _InOrder(ThreadPoolExecutor):
    """Works in this process, on one thread."""

    def __init__(self) -> None:
        super().__init__(1)
