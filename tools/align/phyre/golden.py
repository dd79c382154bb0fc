"""Compare Topple with outcomes recorded from the original package."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.align.phyre.tasks import compare_shipped
from tools.align.tally import Tally
from topple.worlds.phyre import TIERS, Batch, PhyreTask, Reason, simulate, task, view, wait
from topple.worlds.phyre.folds import fold

Record = Mapping[str, Any]
_PARTS = (
    "scenes",
    "initial images",
    "initial features",
    "statuses",
    "reasons of refusal",
    "engine steps",
    "balls",
    "final bodies",
    "final features",
    "stable statuses",
    "trajectory features",
    "trajectory images",
)


def reads(golden: Record) -> bool:
    """Return whether these outcomes were recorded from PHYRE."""
    return str(golden.get("reference")).startswith("phyre ")


def compare_golden(golden: Record) -> list[Tally]:
    """Compare everything in a file of recorded outcomes."""
    tallies = {part: Tally(f"golden: {part}") for part in _PARTS}
    for record in golden["records"]:
        found = task(record["task_id"])
        _initial(found, record, tallies)
        for kind in ("attempts", "edge_attempts"):
            _attempts(found, record[kind], tallies)
        _waiting(found, record["no_action"], tallies)
        if record["trajectory"]:
            _trajectory(found, record["trajectory"], tallies)
    return [
        *tallies.values(),
        _folds(golden["folds"]),
        _action_sets(golden["action_space"]),
        compare_shipped(golden["selected_indices"]),
    ]


def _initial(found: PhyreTask, record: Record, tallies: Mapping[str, Tally]) -> None:
    name = record["task_id"]
    goal = [found.goal.first, found.goal.second]
    same = found.tier.name == record["tier"] and goal == record["goal_bodies"]
    same = same and _bits(view.poses(found.scene), record["initial_bodies"])
    tallies["scenes"].add(same, name)
    image = _sha256(view.image(found))
    tallies["initial images"].add(image == record["initial_image_sha256"], name)
    features = np.array(record["initial_features"], np.float32)
    tallies["initial features"].add_features(view.initial_features(found), features, name)


def _attempts(found: PhyreTask, attempts: list[Record], tallies: Mapping[str, Tally]) -> None:
    actions = [attempt["action"] for attempt in attempts]
    # One frame per step, so that the last frame is the end of the simulation.
    batch = simulate(found, actions, stride=1)
    stable = simulate(found, actions, stability=True)
    for i, attempt in enumerate(attempts):
        name = f"{found.phyre_id} {attempt['action']}"
        tallies["statuses"].add(batch.status[i] == attempt["status"], name)
        if "balls" in attempt:
            tallies["balls"].add(_bits(batch.balls[i], attempt["balls"]), name)
        if attempt["status"] == 0:
            reason = "occlusion" if batch.reason(i) is Reason.OCCLUDED else "mapper"
            tallies["reasons of refusal"].add(reason == attempt["invalid_reason"], name)
            continue
        _end(batch, i, attempt, name, tallies)
        features = np.array(attempt["final_features"], np.float32)
        tallies["final features"].add_features(batch.features(i)[-1], features, name)
        if "stable_status" in attempt:
            same = stable.status[i] == attempt["stable_status"]
            tallies["stable statuses"].add(same, name)


def _waiting(found: PhyreTask, record: Record, tallies: Mapping[str, Tally]) -> None:
    batch = wait(found)
    name = f"{found.phyre_id} without an action"
    tallies["statuses"].add(batch.status[0] == record["status"], name)
    _end(batch, 0, record, name, tallies)


def _end(batch: Batch, i: int, record: Record, name: str, tallies: Mapping[str, Tally]) -> None:
    steps = int(batch.steps[i])
    # The original reports one step less for a solved attempt.
    reported = steps - 1 if batch.solved[i] else steps
    same = steps == record["engine_steps"] and reported == record["steps_simulated"]
    tallies["engine steps"].add(same, name)
    tallies["final bodies"].add(_bits(batch.bodies(i), record["final_bodies"]), name)


def _trajectory(found: PhyreTask, record: Record, tallies: Mapping[str, Tally]) -> None:
    name = f"{found.phyre_id} {record['action']}"
    batch = simulate(found, record["action"], stride=record["stride"], images=True)
    tallies["statuses"].add(batch.status[0] == record["status"], name)
    ours = batch.features(0)
    theirs = ours.copy()
    theirs[..., :3] = np.array(record["features_xya"], np.float32)
    tallies["trajectory features"].add_features(ours, theirs, name)
    images = [_sha256(image) for image in batch.images(0)]
    tallies["trajectory images"].add(images == record["image_sha256"], name)


def _folds(recorded: Mapping[str, Any]) -> Tally:
    tally = Tally("golden: fold lists")
    for name, parts in recorded.items():
        setup, _, seed = name.partition("/")
        for part, facts in parts.items():
            ids = getattr(fold(setup, int(seed)), part)
            digest = hashlib.sha256("\n".join(ids).encode()).hexdigest()
            tally.add(len(ids) == facts["n"] and digest == facts["sha256"], f"{name} {part}")
    return tally


def _action_sets(recorded: Mapping[str, Any]) -> Tally:
    tally = Tally("golden: action sets")
    for name, facts in recorded.items():
        wide = TIERS[name].action_set(1000, seed=1).astype("<f8")
        tally.add(_sha256(wide) == facts["seed1_1000_sha256_float64_le"], f"{name} seed 1")
        short = TIERS[name].action_set(1000, seed=42).astype("<f4")
        tally.add(_sha256(short) == facts["cache_seed42_1000_sha256_float32_le"], f"{name} seed 42")
    return tally


def _bits(ours: NDArray[np.float64], theirs: list[list[float]]) -> bool:
    recorded = np.array(theirs, np.float64)
    return ours.shape == recorded.shape and ours.tobytes() == recorded.tobytes()


def _sha256(values: NDArray[Any]) -> str:
    return hashlib.sha256(values.tobytes()).hexdigest()
