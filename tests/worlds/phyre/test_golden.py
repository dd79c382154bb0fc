"""Outcomes equal those recorded from the original package, bit for bit."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.worlds.phyre import Batch, Reason, simulate, task, view, wait

RECORDS = json.loads((Path(__file__).parents[2] / "replays" / "phyre" / "golden.json").read_text())[
    "records"
]
JAR = 4 + view.KINDS.index("jar")
# The original's places of jars go through a chain of float32 and float64 sums.
JAR_TOLERANCE = 5e-8

Record = dict[str, Any]
each_task = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["task_id"])


def bits(values: object) -> bytes:
    return np.asarray(values, np.float64).tobytes()


def sha256(image: NDArray[np.uint8]) -> str:
    return hashlib.sha256(image.tobytes()).hexdigest()


def assert_same_features(ours: NDArray[np.float32], recorded: object) -> None:
    theirs = np.array(recorded, np.float32)
    assert ours.shape == theirs.shape
    off = np.abs(ours - theirs)
    jars = ours[:, JAR] == 1
    assert (off[jars, :2] <= JAR_TOLERANCE).all()
    off[jars, :2] = 0
    assert not off.any()


def assert_same_end(batch: Batch, i: int, recorded: Record) -> None:
    assert batch.status[i] == recorded["status"]
    assert batch.steps[i] == recorded["engine_steps"]
    assert bits(batch.bodies(i)) == bits(recorded["final_bodies"])


@each_task
def test_scenes_equal_the_recorded_ones(record: Record) -> None:
    found = task(record["task_id"])
    assert found.tier.name == record["tier"]
    assert [found.goal.first, found.goal.second] == record["goal_bodies"]
    assert bits(view.poses(found.scene)) == bits(record["initial_bodies"])
    assert sha256(view.image(found)) == record["initial_image_sha256"]
    assert_same_features(view.initial_features(found), record["initial_features"])


@each_task
def test_attempts_end_in_the_recorded_state(record: Record) -> None:
    found, attempts = task(record["task_id"]), record["attempts"]
    actions = [attempt["action"] for attempt in attempts]
    # A frame a step, so that the last one is the end, as the recorded features are.
    batch = simulate(found, actions, stride=1)
    for i, attempt in enumerate(attempts):
        if "balls" in attempt:
            assert bits(batch.balls[i]) == bits(attempt["balls"])
        if attempt["status"] == 0:
            reason = "occlusion" if batch.reason(i) is Reason.OCCLUDED else "mapper"
            assert batch.status[i] == 0
            assert reason == attempt["invalid_reason"]
            continue
        assert_same_end(batch, i, attempt)
        if "final_features" in attempt:
            assert_same_features(batch.features(i)[-1], attempt["final_features"])


@each_task
def test_half_a_pixel_off_gives_the_recorded_verdict(record: Record) -> None:
    attempts = [attempt for attempt in record["attempts"] if "stable_status" in attempt]
    actions = [attempt["action"] for attempt in attempts]
    batch = simulate(task(record["task_id"]), actions, stability=True)
    assert batch.status.tolist() == [attempt["stable_status"] for attempt in attempts]


@each_task
def test_the_outcome_alone_is_the_recorded_one(record: Record) -> None:
    actions = [attempt["action"] for attempt in record["attempts"]]
    batch = simulate(task(record["task_id"]), actions, outcome_only=True)
    assert batch.status.tolist() == [attempt["status"] for attempt in record["attempts"]]


@each_task
def test_waiting_ends_in_the_recorded_state(record: Record) -> None:
    assert_same_end(wait(task(record["task_id"])), 0, record["waiting"])


@each_task
def test_films_show_the_recorded_images(record: Record) -> None:
    film = record["film"]
    batch = simulate(task(record["task_id"]), film["action"], stride=film["stride"], images=True)
    assert batch.status[0] == film["status"]
    assert [sha256(image) for image in batch.images(0)] == film["image_sha256"]
