"""Two futures are compared step by step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from topple.errors import BadInput
from topple.sim import Body, Circle, Polygon, Scene, Sim, compare

FLOOR = Body("wall", 50.0, 0.0, 0.0, (Polygon(((50, 1), (-50, 1), (-50, -1), (50, -1))),), False, 6)
BALL = Body("ball", 30.0, 30.0, 0.0, (Circle(3.0),), True, 2, 6.0)
SCENE = Scene((FLOOR, BALL, replace(BALL, x=60.0)), 100.0, 100.0, 6.0)


def test_equal_simulations_have_equal_futures() -> None:
    difference = compare(Sim(SCENE), Sim(SCENE), most_steps=100)
    assert difference.parted is None
    assert difference.distances.shape == (101, 3)
    assert not difference.distances.any()
    assert np.array_equal(difference.first_poses, difference.second_poses)
    assert difference.only_first == difference.only_second == ()


def test_a_push_shows_in_the_pushed_body_from_the_next_step_on() -> None:
    sim = Sim(SCENE)
    sim.step(10)
    pushed = sim.branch()
    pushed.push(1, (0.3, 0.0))
    difference = compare(sim, pushed, most_steps=100)
    assert difference.start == 10
    assert difference.parted == 11
    assert difference.distances[0].tolist() == [0, 0, 0]
    assert difference.distances[1, 1] > 0
    assert difference.largest[1] > 5
    assert difference.largest[[0, 2]].tolist() == [0, 0]


def test_a_placed_body_differs_at_once() -> None:
    sim = Sim(SCENE)
    moved = sim.branch()
    moved.place(1, 30.0, 36.0, 0.0)
    difference = compare(sim, moved, most_steps=0)
    assert difference.parted == 0
    assert difference.distances[0, 1] == pytest.approx(6.0)
    assert difference.distances.shape == (1, 3)


def test_a_turn_alone_counts_as_a_difference() -> None:
    sim = Sim(SCENE)
    turned = sim.branch()
    turned.place(1, 30.0, 30.0, 1.0)
    difference = compare(sim, turned, most_steps=0)
    assert difference.parted == 0
    assert not difference.distances.any()


def test_contacts_of_one_future_only_are_named_once() -> None:
    sim = Sim(SCENE)
    pushed = sim.branch()
    pushed.push(1, (1.5, 0.0))
    difference = compare(sim, pushed, most_steps=200)
    assert difference.only_first == ()
    (meeting,) = difference.only_second
    assert meeting.kind == "begin"
    assert {meeting.first, meeting.second} == {1, 2}
    assert 0 < meeting.step < 200


def test_contacts_that_last_from_before_count_as_touching() -> None:
    sim = Sim(SCENE)
    sim.step(500)
    lifted = sim.branch()
    lifted.place(1, 30.0, 20.0, 0.0)
    difference = compare(sim, lifted, most_steps=200)
    assert (0, 1) in sim.contacts()
    assert difference.only_first == difference.only_second == ()


def test_a_removed_body_has_no_distance_and_counts_as_a_difference() -> None:
    sim = Sim(SCENE)
    without = sim.branch()
    without.remove(2)
    difference = compare(sim, without, most_steps=50)
    assert difference.parted == 0
    assert np.isnan(difference.largest[2])
    assert difference.largest[1] == 0


def test_an_added_body_counts_as_a_difference_of_its_own() -> None:
    sim = Sim(SCENE)
    more = sim.branch()
    more.add(replace(BALL, x=90.0))
    difference = compare(sim, more, most_steps=50)
    assert difference.parted == 0
    assert difference.distances.shape == (51, 3)
    assert len(difference.second_poses) == 4
    assert not difference.distances.any()


def test_comparing_leaves_both_simulations_alone() -> None:
    sim = Sim(SCENE)
    other = sim.branch()
    other.push(1, (0.1, 0.1))
    digests = sim.digest(), other.digest()
    compare(sim, other, most_steps=50)
    assert (sim.digest(), other.digest()) == digests


def test_simulations_at_different_steps_cannot_be_compared() -> None:
    sim = Sim(SCENE)
    later = sim.branch()
    later.step()
    with pytest.raises(BadInput, match="at step 0, the other at 1"):
        compare(sim, later, most_steps=10)


@pytest.mark.parametrize("steps", [-1, 10**9])
def test_absurd_step_counts_are_refused(steps: int) -> None:
    with pytest.raises(BadInput, match="steps"):
        compare(Sim(SCENE), Sim(SCENE), steps)
