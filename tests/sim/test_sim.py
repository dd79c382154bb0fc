"""A simulation steps, branches and refuses nonsense."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topple.errors import BadInput, BadScene
from topple.sim import Body, Circle, Event, Physics, Polygon, Resting, Scene, Sim, Touching
from topple.worlds import phyre
from topple.worlds.phyre.intervene import start

FLOOR = Body("wall", 50.0, 0.0, 0.0, (Polygon(((50, 1), (-50, 1), (-50, -1), (50, -1))),), False, 6)
BALL = Body("ball", 50.0, 30.0, 0.0, (Circle(3.0),), True, 2, 6.0)
SCENE = Scene((FLOOR, BALL, replace(BALL, x=80.0)), 100.0, 100.0, 6.0)


def test_a_ball_falls_until_it_touches_the_floor_and_then_rests() -> None:
    sim = Sim(SCENE)
    assert sim.run_until(Touching(0, 1), most_steps=200)
    assert 0 < sim.steps < 200
    assert sim.contacts() == [(0, 1), (0, 2)]
    assert sim.run_until(Resting(), most_steps=1000)
    assert sim.poses()[1, 1] == pytest.approx(4.0, abs=0.1)
    assert not sim.velocities()[1:].any()


def test_run_until_gives_up_when_the_steps_run_out() -> None:
    sim = Sim(SCENE)
    assert not sim.run_until(lambda sim: sim.poses()[1, 1] < 0, most_steps=50)
    assert sim.steps == 50


def test_run_until_makes_no_step_if_the_condition_holds_already() -> None:
    sim = Sim(SCENE)
    assert sim.run_until(lambda sim: sim.steps == 0, most_steps=5)
    assert sim.steps == 0


def test_a_push_changes_the_velocity_by_impulse_over_mass() -> None:
    sim = Sim(SCENE)
    mass = 0.25 * math.pi * (3.0 / 6.0) ** 2
    sim.push(1, (0.3, 0.0))
    assert sim.velocities()[1, 0] == pytest.approx(0.3 / mass * 6.0, rel=1e-5)


def test_placing_moves_a_body_and_keeps_its_velocity() -> None:
    sim = Sim(SCENE)
    sim.step(10)
    before = sim.velocities()
    sim.place(1, 20.0, 60.0, 0.5)
    assert sim.poses()[1] == pytest.approx((20.0, 60.0, 0.5))
    assert np.array_equal(sim.velocities(), before)


def test_what_leans_on_a_removed_or_placed_body_falls() -> None:
    shelf = replace(FLOOR, y=20.0)
    for removed in (True, False):
        sim = Sim(replace(SCENE, bodies=(shelf, BALL)))
        assert sim.run_until(Resting(), most_steps=1000)
        height = sim.poses()[1, 1]
        if removed:
            sim.remove(0)
        else:
            sim.place(0, 50.0, -20.0, 0.0)
        sim.step(30)
        assert sim.poses()[1, 1] < height - 1


def test_a_removed_body_keeps_its_number_and_is_nowhere() -> None:
    sim = Sim(SCENE)
    sim.remove(1)
    assert len(sim) == 3
    assert np.isnan(sim.poses()[1]).all()
    assert np.isfinite(sim.poses()[2]).all()
    with pytest.raises(BadScene, match="no body 1"):
        sim.touching(0, 1)


def test_an_added_body_gets_the_next_number() -> None:
    sim = Sim(SCENE)
    assert sim.add(replace(BALL, x=20.0)) == 3
    assert sim.run_until(Touching(0, 3), most_steps=200)


def test_events_tell_when_contacts_begin_and_how_hard_they_hit() -> None:
    sim = Sim(SCENE)
    sim.record_events(least_impulse=0.1)
    assert sim.run_until(Touching(0, 1), most_steps=200)
    events = sim.take_events()
    assert Event(sim.steps - 1, "begin", events[0].first, events[0].second) == events[0]
    assert {events[0].first, events[0].second} <= {0, 1, 2}
    hits = [event for event in events if event.kind == "hit"]
    assert hits
    assert all(hit.impulse >= 0.1 for hit in hits)
    assert sim.take_events() == []


def test_events_of_a_removal_say_that_the_contact_ended() -> None:
    sim = Sim(SCENE)
    sim.run_until(Resting(), most_steps=1000)
    sim.record_events(math.inf)
    sim.remove(1)
    assert [event.kind for event in sim.take_events()] == ["end"]


def test_recording_events_does_not_change_the_future() -> None:
    plain, recording = Sim(SCENE), Sim(SCENE)
    recording.record_events()
    plain.step(300)
    recording.step(300)
    assert plain.digest() == recording.digest()


def test_a_branch_records_if_its_origin_does() -> None:
    sim = Sim(SCENE)
    assert not sim.branch().take_events()
    sim.record_events()
    branch = sim.branch()
    branch.step(100)
    assert branch.take_events()
    assert not sim.take_events()


def test_a_branch_leaves_its_origin_alone() -> None:
    sim = Sim(SCENE)
    sim.step(20)
    digest, branch = sim.digest(), sim.branch()
    branch.push(1, (1.0, 1.0))
    branch.step(20)
    assert sim.digest() == digest != branch.digest()


def test_the_digest_is_sixteen_hex_digits_and_follows_the_scene() -> None:
    digests = {Sim(SCENE).digest(), Sim(replace(SCENE, bodies=(FLOOR, BALL))).digest()}
    assert len(digests) == 2
    assert all(len(digest) == 16 and int(digest, 16) >= 0 for digest in digests)


@pytest.mark.parametrize("steps", [-1, 10**7, 10**400, 1.5, math.nan, math.inf])
def test_absurd_step_counts_are_refused(steps: int) -> None:
    sim = Sim(SCENE)
    with pytest.raises(BadInput, match="give a whole number"):
        sim.step(steps)
    with pytest.raises(BadInput, match="give a whole number"):
        sim.run_until(Resting(), steps)
    assert sim.steps == 0


@pytest.mark.parametrize("body", [-1, 3, 2**31, 2**40])
def test_bodies_that_are_not_there_are_refused(body: int) -> None:
    sim = Sim(SCENE)
    for use in (
        lambda: sim.remove(body),
        lambda: sim.push(body, (0.0, 0.0)),
        lambda: sim.place(body, 0.0, 0.0, 0.0),
        lambda: sim.touching(body, 0),
        lambda: sim.touching(0, body),
    ):
        with pytest.raises(BadScene):
            use()


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 1e30])
def test_impulses_and_places_that_are_not_finite_are_refused(number: float) -> None:
    sim = Sim(SCENE)
    digest = sim.digest()
    with pytest.raises(BadScene):
        sim.push(1, (number, 0.0))
    with pytest.raises(BadScene):
        sim.place(1, 0.0, number, 0.0)
    assert sim.digest() == digest


@pytest.mark.parametrize("least", [-1.0, math.nan])
def test_a_least_impulse_is_not_negative(least: float) -> None:
    with pytest.raises(BadInput, match="0 or more"):
        Sim(SCENE).record_events(least)


NOTHING: Any = None


@pytest.mark.parametrize(
    "scene",
    [
        replace(SCENE, scale=0.0),
        replace(SCENE, scale=NOTHING),
        replace(SCENE, bodies=(replace(BALL, x=math.nan),)),
        replace(SCENE, bodies=(replace(BALL, shapes=()),)),
        replace(SCENE, bodies=(replace(BALL, shapes=(Polygon(((0, 0), (1, 1))),)),)),
        replace(SCENE, bodies=(replace(BALL, shapes=(NOTHING,)),)),
        replace(SCENE, bodies=(NOTHING,)),
        replace(SCENE, bodies=(BALL,) * 1025),
        replace(SCENE, physics=Physics(velocity_iterations=2**40)),
        NOTHING,
    ],
)
def test_scenes_the_engine_cannot_hold_are_refused(scene: Scene) -> None:
    with pytest.raises(BadScene):
        Sim(scene)


@settings(max_examples=40, deadline=None)
@given(
    template=st.sampled_from(phyre.shipped_templates()),
    index=st.integers(0, 20),
    action=st.integers(0, 99),
    before=st.integers(0, 400),
    after=st.integers(1, 300),
)
def test_a_restored_snapshot_goes_on_with_the_same_bits(
    template: phyre.Template, index: int, action: int, before: int, after: int
) -> None:
    task = template.task(template.shipped[index])
    actions = task.tier.action_set(100)
    valid = np.flatnonzero(phyre.validate(task, actions) == 0)
    sim = start(task, actions[valid[action % len(valid)]])
    sim.step(before)
    twin = Sim.restore(sim.snapshot())
    assert twin.digest() == sim.digest()
    assert twin.steps == sim.steps
    for part in (1, after):
        sim.step(part)
        twin.step(part)
        assert twin.digest() == sim.digest()
        assert np.array_equal(twin.poses(), sim.poses())
        assert twin.contacts() == sim.contacts()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 300), st.integers(0, 300), st.data())
def test_a_snapshot_after_an_intervention_goes_on_with_the_same_bits(
    before: int, after: int, data: st.DataObject
) -> None:
    sim = start(phyre.task("00008:001"))
    sim.step(before)
    moving = [i for i, body in enumerate(phyre.task("00008:001").scene.bodies) if body.dynamic]
    body = data.draw(st.sampled_from(moving))
    match data.draw(st.sampled_from(["remove", "push", "place", "add"])):
        case "remove":
            sim.remove(body)
        case "push":
            sim.push(body, (0.2, 0.5))
        case "place":
            sim.place(body, 128.0, 200.0, 1.0)
        case "add":
            sim.add(replace(BALL, x=128.0, y=200.0))
    twin = sim.branch()
    sim.step(after)
    twin.step(after)
    assert twin.digest() == sim.digest()


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_restoring_damaged_bytes_is_refused(data: st.DataObject) -> None:
    sim = Sim(SCENE)
    sim.step(60)
    snapshot = sim.snapshot()
    at = data.draw(st.integers(0, len(snapshot) - 1))
    match data.draw(st.sampled_from(["cut", "flip", "extend", "noise"])):
        case "cut":
            damaged = snapshot[:at]
        case "flip":
            flipped = snapshot[at] ^ data.draw(st.integers(1, 255))
            damaged = snapshot[:at] + bytes([flipped]) + snapshot[at + 1 :]
        case "extend":
            damaged = snapshot + data.draw(st.binary(min_size=1, max_size=64))
        case _:
            damaged = data.draw(st.binary(max_size=256))
    with pytest.raises(BadScene):
        Sim.restore(damaged)


def test_restoring_what_is_not_bytes_is_refused() -> None:
    with pytest.raises(BadScene):
        Sim.restore("snapshot")  # type: ignore[arg-type]
