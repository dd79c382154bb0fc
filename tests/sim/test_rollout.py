"""Rollouts do what one would do by hand, a step at a time, and threads change nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topple.errors import BadInput, BadScene, ToppleError
from topple.sim import (
    Above,
    At,
    Below,
    Body,
    Circle,
    Command,
    Ending,
    Event,
    Inside,
    LeftOf,
    Near,
    Outside,
    Place,
    Polygon,
    Push,
    Remove,
    Rollout,
    Scene,
    Sim,
    Touching,
    Watched,
    Watcher,
    simulate,
)

FLOOR = Body("wall", 50.0, 0.0, 0.0, (Polygon(((50, 1), (-50, 1), (-50, -1), (50, -1))),), False, 6)
BALL = Body("ball", 50.0, 30.0, 0.0, (Circle(3.0),), True, 2)
BOX = Body("box", 20.0, 12.0, 0.3, (Polygon(((4, 3), (-4, 3), (-4, -3), (4, -3))),), True, 3)
SCENE = Scene((FLOOR, BALL, replace(BALL, x=52.0, y=60.0), BOX), 100.0, 100.0, 6.0)
ADDED = replace(BALL, x=24.0, y=70.0)
BODIES = len(SCENE.bodies) + 1
REGION = Polygon(((-60.0, 0.0), (0.0, 0.0), (0.0, 30.0), (-60.0, 30.0)))
STEPS = 150
THREADS = (1, 2, 7)

bodies = st.integers(0, BODIES - 1)
balls = st.sampled_from([1, 2, 4])
impulses = st.floats(-2, 2)
conditions: st.SearchStrategy[Watched] = st.one_of(
    st.builds(Touching, bodies, bodies),
    st.builds(Near, balls, balls, st.floats(0, 30)),
    st.builds(Above, bodies, bodies),
    st.builds(LeftOf, bodies, bodies),
    st.builds(Inside, bodies, st.just(0), st.just(REGION)),
    st.builds(Below, bodies, st.floats(0, 40)),
    st.builds(Outside, bodies),
)
watchers = st.builds(Watcher, conditions, st.integers(20, 150), st.booleans(), st.booleans())
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(Remove, bodies),
    st.builds(Push, bodies, st.tuples(impulses, impulses)),
    st.builds(Place, bodies, st.floats(10, 90), st.floats(10, 90), st.floats(-3, 3)),
)
rollouts = st.builds(
    Rollout,
    st.just(SCENE),
    st.lists(watchers, max_size=3).map(tuple),
    st.lists(st.builds(At, st.integers(0, STEPS), commands), max_size=4).map(tuple),
    st.just((ADDED,)),
)


class ByHand:
    """Counts for a watcher, in Python."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.held = 0
        self.seen = False

    def look(self, sim: Sim, gone: set[int]) -> bool:
        condition = self.watcher.condition
        lost = isinstance(condition, Touching) and {condition.first, condition.second} & gone
        plain = not lost and condition(sim)
        self.seen = self.seen or plain
        counts = plain
        if self.watcher.negate:
            counts = not plain and (self.seen or not self.watcher.after_seen)
        self.held = self.held + 1 if counts else 0
        return self.held >= self.watcher.hold

    def met_at_end(self) -> bool:
        return self.watcher.negate and self.watcher.after_seen and not self.seen


def done(sim: Sim, command: Command, gone: set[int]) -> None:
    match command:
        case Remove(body):
            sim.remove(body)
            gone.add(body)
        case Push(body, impulse):
            sim.push(body, impulse)
        case Place(body, x, y, angle):
            sim.place(body, x, y, angle)


def by_hand(rollout: Rollout, most_steps: int) -> tuple[int | None, Sim]:
    """Play a rollout a step at a time; give which watcher was met, and the simulation."""
    sim = Sim(rollout.scene)
    for body in rollout.added:
        sim.add(body)
    sim.record_events(0.1)
    watching = [ByHand(watcher) for watcher in rollout.watchers]
    gone: set[int] = set()
    for step in range(most_steps):
        for at in rollout.commands:
            if at.step == step:
                done(sim, at.command, gone)
        sim.step()
        met = [number for number, each in enumerate(watching) if each.look(sim, gone)]
        if met:
            return met[0], sim
    at_end = [number for number, each in enumerate(watching) if each.met_at_end()]
    return (at_end[0] if at_end else None), sim


def same(one: Ending, other: Ending) -> bool:
    return (
        (one.met, one.steps, one.digest, one.error, one.events)
        == (other.met, other.steps, other.digest, other.error, other.events)
        and np.array_equal(one.poses, other.poses, equal_nan=True)
        and np.array_equal(one.frames, other.frames, equal_nan=True)
    )


@settings(max_examples=120, deadline=None)
@given(rollouts)
def test_a_rollout_is_what_one_does_by_hand(rollout: Rollout) -> None:
    (ending,) = simulate([rollout], most_steps=STEPS, least_impulse=0.1)
    if ending.error:
        assert len(ending.poses) == 0
        with pytest.raises(BadScene, match=re.escape(ending.error)):
            by_hand(rollout, STEPS)
        return
    met, sim = by_hand(rollout, STEPS)
    assert (ending.met, ending.steps, ending.digest) == (met, sim.steps, sim.digest())
    assert np.array_equal(ending.poses, sim.poses(), equal_nan=True)
    assert list(ending.events) == sim.take_events()


@settings(max_examples=20, deadline=None)
@given(st.lists(rollouts, max_size=12), st.randoms(use_true_random=False))
def test_threads_and_company_change_no_bit(several: list[Rollout], random: Any) -> None:
    wanted: dict[str, Any] = {"most_steps": STEPS, "stride": 40, "least_impulse": 0.0}
    expected = [simulate([each], **wanted, threads=1)[0] for each in several]
    order = list(range(len(several)))
    for threads in THREADS:
        random.shuffle(order)
        endings = simulate((several[i] for i in order), **wanted, threads=threads)
        assert len(endings) == len(order)
        assert all(same(one, expected[i]) for one, i in zip(endings, order, strict=True))


@settings(max_examples=60, deadline=None)
@given(rollouts)
def test_the_outcome_alone_has_the_same_verdict(rollout: Rollout) -> None:
    (full,) = simulate([rollout], most_steps=STEPS)
    (quick,) = simulate([rollout], most_steps=STEPS, outcome_only=True)
    if not full.error:
        assert quick.met == full.met
        assert quick.steps <= full.steps


def test_commands_of_one_step_keep_their_order_and_steps_need_none() -> None:
    there, back = At(5, Place(1, 20.0, 50.0, 0.0)), At(5, Place(1, 80.0, 50.0, 0.0))
    later = At(9, Push(1, (0.1, 0.0)))
    plans = [(there, back, later), (later, there, back), (back, there, later)]
    first, second, third = simulate([Rollout(SCENE, (), p) for p in plans], most_steps=10)
    assert first.digest == second.digest
    assert first.poses[1, 0] > 60
    assert third.poses[1, 0] < 40


def test_a_removed_body_falls_out_of_the_poses_and_what_lay_on_it_falls() -> None:
    shelf = Body("bar", 50.0, 20.0, 0.0, (Polygon(((9, 1), (-9, 1), (-9, -1), (9, -1))),), False, 6)
    scene = replace(SCENE, bodies=(FLOOR, BALL, shelf))
    watcher = Watcher(Touching(0, 1))
    stays, falls = simulate(
        [Rollout(scene, (watcher,)), Rollout(scene, (watcher,), (At(120, Remove(2)),))],
        most_steps=400,
    )
    assert (stays.met, stays.steps) == (None, 400)
    assert falls.met == 0
    assert 120 < falls.steps < 400
    assert np.isnan(falls.poses[2]).all()


def test_frames_and_events_are_recorded_if_asked_for() -> None:
    plain, full = (
        simulate([Rollout(SCENE)], most_steps=90, stride=stride, least_impulse=least)[0]
        for stride, least in ((0, None), (30, 0.0))
    )
    assert plain.frames.shape == (0, 4, 3)
    assert plain.events == ()
    assert full.frames.shape == (3, 4, 3)
    assert any(event.kind == "hit" and event.impulse > 0 for event in full.events)
    assert full.events[0] == Event(full.events[0].step, "begin", *sorted((0, 3)))
    assert plain.digest == full.digest


def test_no_rollouts_have_no_endings() -> None:
    assert simulate([], most_steps=1) == []


def test_a_failing_rollout_leaves_the_others_alone() -> None:
    twice = Rollout(SCENE, (), (At(1, Remove(1)), At(2, Push(1, (0.0, 1.0)))))
    good, bad = simulate([Rollout(SCENE), twice], most_steps=10)
    assert (good.steps, good.error) == (10, "")
    assert "no body 1" in bad.error


BAD: list[Rollout] = [
    Rollout(SCENE, (Watcher(Touching(0, 4)),)),
    Rollout(SCENE, (Watcher(Touching(-1, 0)),)),
    Rollout(SCENE, (Watcher(Touching(0, 2**40)),)),
    Rollout(SCENE, (Watcher(Touching(0, 1), hold=0),)),
    Rollout(SCENE, (Watcher(Below(1, float("nan"))),)),
    Rollout(SCENE, (Watcher(Inside(1, 0, Polygon(()))),)),
    Rollout(SCENE, (), (At(0, Remove(9)),)),
    Rollout(SCENE, (), (At(-1, Remove(1)),)),
    Rollout(SCENE, (), (At(0, Push(1, (float("inf"), 0.0))),)),
    Rollout(SCENE, (), (At(0, Place(1, 1e9, 0.0, 0.0)),)),
    Rollout(SCENE, (), (), (replace(BALL, shapes=()),)),
    Rollout(replace(SCENE, scale=0.0)),
]
ODD: Any = [
    Rollout(SCENE, (Touching(0, 1),)),  # type: ignore[arg-type]
    Rollout(SCENE, (Watcher("touching"),)),  # type: ignore[arg-type]
    Rollout(SCENE, (Watcher(Touching(0, 1), hold=1.5),)),  # type: ignore[arg-type]
    Rollout(SCENE, (), (Remove(1),)),  # type: ignore[arg-type]
    Rollout(SCENE, (), (At(0, "remove"),)),  # type: ignore[arg-type]
    Rollout(SCENE, (), (At("0", Remove(1)),)),  # type: ignore[arg-type]
    Rollout(SCENE, (), (At(0, Push(1, (1.0,))),)),  # type: ignore[arg-type]
    Rollout(SCENE, (), (), (3,)),  # type: ignore[arg-type]
    Rollout(3),  # type: ignore[arg-type]
    3,
]


@pytest.mark.parametrize("rollout", BAD, ids=repr)
def test_what_makes_no_sense_is_refused_before_anything_moves(rollout: Rollout) -> None:
    with pytest.raises(BadScene):
        simulate([Rollout(SCENE), rollout], most_steps=5)


@pytest.mark.parametrize("rollout", ODD, ids=lambda each: repr(each)[-50:])
def test_what_is_no_rollout_is_an_error_of_topples(rollout: Any) -> None:
    with pytest.raises(ToppleError):
        simulate([rollout], most_steps=5)


@pytest.mark.parametrize(
    "wanted",
    [
        {"most_steps": 0},
        {"most_steps": 10**7},
        {"most_steps": 5, "stride": -1},
        {"most_steps": 5, "least_impulse": -1.0},
        {"most_steps": 5, "least_impulse": float("nan")},
        {"most_steps": 5, "threads": 0},
    ],
)
def test_numbers_out_of_range_are_refused(wanted: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        simulate([Rollout(SCENE)], **wanted)


def test_a_condition_can_be_asked_of_a_simulation_too() -> None:
    sim = Sim(SCENE)
    assert sim.run_until(Below(1, 10.0), most_steps=200)
    assert sim.poses()[1, 1] < 10
    assert Above(2, 1)(sim)
    assert not Outside(1)(sim)
    with pytest.raises(BadScene):
        Outside(7)(sim)
