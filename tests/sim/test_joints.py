"""Joints are data, hold what they tie, and survive a snapshot."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topple.errors import BadScene, ToppleError
from topple.sim import (
    At,
    Below,
    Body,
    Circle,
    Cut,
    Joint,
    JointKind,
    Polygon,
    Rollout,
    Scene,
    Sim,
    Watcher,
    simulate,
)

BEAM = Body("bar", 50.0, 80.0, 0.0, (Polygon(((9, 1), (-9, 1), (-9, -1), (9, -1))),), False, 6)
FLOOR = replace(BEAM, y=0.0, shapes=(Polygon(((50, 1), (-50, 1), (-50, -1), (50, -1))),))
BALL = Body("ball", 80.0, 80.0, 0.0, (Circle(3.0),), True, 2)
BAR = replace(BEAM, x=40.0, y=40.0, dynamic=True)
ROD = Joint("rod", 0, 2, length=30.0)
SCENE = Scene((BEAM, FLOOR, BALL, BAR), 100.0, 100.0, 6.0, joints=(ROD,))
# Units. The engine lets a joint give way by a few hundredths.
GIVE = 0.2

TIES: st.SearchStrategy[Joint] = st.one_of(
    st.builds(Joint, st.just("hinge"), st.just(3), st.just(2), st.just((8.0, 0.0))),
    st.builds(Joint, st.just("rod"), st.integers(0, 1), st.integers(2, 3), length=st.floats(1, 60)),
    st.builds(
        Joint,
        st.just("rope"),
        st.just(2),
        st.sampled_from([0, 1, 3]),
        length=st.floats(1, 60),
        collide=st.booleans(),
    ),
)


def apart(sim: Sim, first: int, second: int) -> float:
    poses = sim.poses()
    return float(np.hypot(*(poses[first, :2] - poses[second, :2])))


def test_a_pendulum_keeps_its_length() -> None:
    sim = Sim(SCENE)
    lengths = []
    for _ in range(600):
        sim.step()
        lengths.append(apart(sim, 0, 2))
    assert max(abs(length - 30.0) for length in lengths) < GIVE
    assert sim.joints() == [0]


def test_a_cut_joint_lets_go() -> None:
    sim = Sim(SCENE)
    sim.step(30)
    sim.cut(0)
    assert sim.joints() == []
    with pytest.raises(BadScene, match="no joint 0"):
        sim.cut(0)
    assert sim.run_until(Below(2, 10.0), most_steps=300)


def test_a_rollout_cuts_at_its_step() -> None:
    low = (Watcher(Below(2, 10.0)),)
    held, cut = simulate(
        [Rollout(SCENE, low), Rollout(SCENE, low, (At(40, Cut(0)),))], most_steps=400
    )
    assert held.met is None
    assert cut.met == 0
    sim = Sim(SCENE)
    sim.step(40)
    sim.cut(0)
    sim.step(cut.steps - 40)
    assert sim.digest() == cut.digest
    with pytest.raises(BadScene, match="joint that is not there"):
        simulate([Rollout(SCENE, (), (At(0, Cut(1)),))], most_steps=1)


@settings(max_examples=60, deadline=None)
@given(
    joints=st.lists(TIES, min_size=1, max_size=4),
    before=st.integers(0, 200),
    after=st.integers(1, 100),
    cut=st.integers(0, 5),
)
def test_a_restored_snapshot_goes_on_with_the_same_bits(
    joints: list[Joint], before: int, after: int, cut: int
) -> None:
    sim = Sim(replace(SCENE, joints=tuple(joints)))
    sim.step(before)
    if cut < len(joints):
        sim.cut(cut)
    twin = Sim.restore(sim.snapshot())
    assert twin.joints() == sim.joints()
    for part in (0, 1, after):
        sim.step(part)
        twin.step(part)
        assert twin.digest() == sim.digest()
        assert np.array_equal(twin.poses(), sim.poses())


@given(st.lists(TIES, max_size=4))
def test_json_keeps_the_joints(joints: list[Joint]) -> None:
    scene = replace(SCENE, joints=tuple(joints))
    assert Scene.from_json(scene.to_json()) == scene


def test_a_scene_without_joints_has_the_text_it_always_had() -> None:
    assert "joints" not in replace(SCENE, joints=()).to_json()


KINDS: list[JointKind] = ["hinge", "rod", "rope"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "change",
    [
        {"first": 4},
        {"first": -1},
        {"first": 2**40},
        {"first": 2},
        {"second": 1},
        {"length": -1.0},
        {"length": float("nan")},
        {"first_at": (float("inf"), 0.0)},
        {"second_at": (100.0, 0.0)},
        {"second_at": (1.0,)},
        {"kind": "spring"},
    ],
)
def test_joints_the_engine_cannot_hold_are_refused(kind: JointKind, change: dict[str, Any]) -> None:
    joint = replace(Joint(kind, 0, 2, length=0.0 if kind == "hinge" else 30.0), **change)
    with pytest.raises(BadScene):
        Sim(replace(SCENE, joints=(joint,)))


@pytest.mark.parametrize("change", [{"kind": "spring"}, {"first": 0.5}, {"collide": 1}, {"x": 1}])
def test_json_that_is_no_joint_is_refused(change: dict[str, Any]) -> None:
    data = json.loads(SCENE.to_json())
    data["joints"][0].update(change)
    with pytest.raises(BadScene, match="not a scene"):
        Scene.from_json(json.dumps(data))


def test_a_refused_cut_changes_nothing() -> None:
    sim = Sim(SCENE)
    before = sim.digest()
    odd: Any
    for odd in (-1, 1, 2**40, 0.5, None, "0"):
        with pytest.raises(ToppleError):
            sim.cut(odd)
    assert sim.digest() == before
