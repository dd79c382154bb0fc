"""A batch owns what it gives out, and gives out nothing that is not there."""

from __future__ import annotations

import copy
import gc
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput, BadScene
from topple.sim import Body, Circle
from topple.tasks.outcome import Outcome
from topple.worlds.phyre import TIERS, Goal, Relation, simulate, task, validate, wait

TASK = task("00003:017")
SOLVING = [0.3, 0.8, 0.3]
# Pages, of rounding in the allocator.
NOISE_MB = 8


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def test_arrays_outlive_their_batch() -> None:
    batch = simulate(TASK, [SOLVING] * 3, stride=50, images=True, digest=True)
    arrays: list[NDArray[Any]] = [
        batch.images(1),
        batch.frames(1),
        batch.bodies(1),
        batch.status,
        batch.balls,
    ]
    copies = [array.copy() for array in arrays]
    del batch
    gc.collect()
    # Whatever was freed is written over.
    simulate(TASK, TIERS["ball"].action_set(20), stride=50, images=True)
    for array, kept in zip(arrays, copies, strict=True):
        assert np.array_equal(array, kept)


def test_images_of_every_attempt_are_its_own_and_read_only() -> None:
    batch = simulate(TASK, [SOLVING, [0.9, 0.9, 0.1]], stride=100, images=True)
    first, second = batch.images(0), batch.images(1)
    assert first.shape[1:] == second.shape[1:] == (256, 256)
    assert len(second) == 10
    assert not np.array_equal(first[0], second[0])
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0, 0] = 1


def test_an_invalid_attempt_has_no_frames_images_or_bodies() -> None:
    batch = simulate(TASK, [2.0, 0.5, 0.5], stride=1, images=True, digest=True)
    assert batch.outcome(0) is Outcome.INVALID
    assert batch.images(0).shape == (0, 256, 256)
    assert batch.frames(0).shape[0] == len(batch.bodies(0)) == batch.steps[0] == 0
    assert batch.features(0).shape[0] == 0
    assert np.isnan(batch.balls).all()


def test_frames_come_after_the_first_step_and_every_stride() -> None:
    every = simulate(TASK, SOLVING, stride=1).frames(0)
    some = simulate(TASK, SOLVING, stride=7).frames(0)
    assert np.array_equal(every[::7], some)
    assert np.array_equal(every[-1], simulate(TASK, SOLVING).bodies(0))


@pytest.mark.parametrize("number", [2, 10**6])
def test_attempts_that_are_not_there_are_refused(number: int) -> None:
    batch = simulate(TASK, [SOLVING] * 2, stride=100, images=True)
    for look in (batch.bodies, batch.frames, batch.images):
        with pytest.raises(IndexError):
            look(number)


def test_no_actions_make_an_empty_batch() -> None:
    batch = simulate(TASK, np.empty((0, 3)), digest=True)
    assert len(batch) == len(batch.status) == len(batch.digests) == 0
    assert batch.balls.shape == (0, 1, 3)
    assert len(wait([])) == 0


def test_tasks_and_actions_must_be_as_many_and_of_one_tier() -> None:
    with pytest.raises(BadAction, match="2 tasks, but 1 actions"):
        simulate([TASK, TASK], [SOLVING])
    with pytest.raises(BadAction, match="2 tasks, but 1 actions"):
        validate([TASK, TASK], [SOLVING])
    with pytest.raises(BadInput, match="2 action tiers"):
        simulate([TASK, task("00101:007")], [SOLVING] * 2)
    with pytest.raises(BadInput, match="10000 images"):
        simulate(TASK, SOLVING, images=True, most_steps=10**6)


def test_an_engine_that_gives_up_is_a_failed_attempt_not_a_missed_one() -> None:
    pile = tuple(Body("ball", 128.0, 128.0, 0.0, (Circle(9.0),), True, 5) for _ in range(400))
    crowded = replace(TASK, scene=replace(TASK.scene, bodies=TASK.scene.bodies + pile))
    batch = simulate([crowded, TASK], [[0.9, 0.9, 0.1]] * 2)
    assert [batch.outcome(0), batch.outcome(1)] == [Outcome.FAILED, Outcome.MISSED]
    assert "contacts" in batch.native.error(0)


@pytest.mark.parametrize(
    "changes",
    [
        {"goal": Goal(Relation.TOUCHING, 0, 99)},
        {"goal": Goal(Relation.TOUCHING, -1, 5)},
        {"goal": Goal(Relation.INSIDE, 4, 5)},
        {"scene": replace(TASK.scene, width=1.0)},
        {"scene": replace(TASK.scene, scale=1e5)},
    ],
    ids=["no such body", "negative", "no region", "another size", "another scale"],
)
def test_tasks_that_are_none_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadScene, match="tip_the_rod"):
        wait(replace(TASK, **changes))


def test_tasks_can_be_copied_and_pickled() -> None:
    expected = simulate(TASK, SOLVING, digest=True).digests[0]
    for again in (copy.copy(TASK), copy.deepcopy(TASK), pickle.loads(pickle.dumps(TASK))):
        assert simulate(again, SOLVING, digest=True).digests[0] == expected


def test_thousands_of_rollouts_leave_the_memory_flat() -> None:
    actions = TIERS["ball"].action_set(2000)
    for _ in range(2):
        simulate(TASK, actions, outcome_only=True, most_steps=40)
    before = resident_mb()
    for _ in range(10):
        simulate(TASK, actions, outcome_only=True, most_steps=40)
    assert resident_mb() - before < NOISE_MB


def test_films_give_their_memory_back() -> None:
    simulate(TASK, [SOLVING] * 4, images=True, stride=2)
    before = resident_mb()
    for _ in range(6):
        simulate(TASK, [SOLVING] * 4, images=True, stride=2)
    gc.collect()
    assert resident_mb() - before < NOISE_MB
