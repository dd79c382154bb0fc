"""What heuristics read from a view: what rests on what, and what a bird meets."""

from __future__ import annotations

import numpy as np
import pytest

from topple.worlds.birds import BirdsGame, play_on
from topple.worlds.birds.agents._slingshot.layout import Layout, distances, gap, rests_on, sides
from topple.worlds.birds.agents._slingshot.perception import Thing, things
from topple.worlds.birds.agents._slingshot.scores import joints
from topple.worlds.birds.agents._slingshot.trajectories import STEP, fly, trajectories_to
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.planner import flight, shots_at
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.things.fixtures import GROUND_TOP
from topple.worlds.birds.world import all_templates, task

PIXEL = 35 / 640
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def layout_of(name: str) -> Layout:
    found = task(name)
    game = BirdsGame(found)
    play_on([game], [None])
    seen = Observation(game)
    return Layout(things(seen), seen.birds)


def box(left: float, bottom: float, width: float, height: float, kind: str = "wood_rect") -> Thing:
    x, y = left + width, bottom + height
    return Thing(kind, ((left, bottom), (x, bottom), (x, y), (left, y)))


def test_distances_are_zero_inside_and_to_the_nearest_side_or_corner_outside() -> None:
    points = np.array([(0.5, 0.5), (-0.3, 0.5), (1.3, 1.4), (0.2, 1.25)])
    expected = [0.0, 0.3, 0.5, 0.25]
    assert distances(points, sides(SQUARE)) == pytest.approx(expected)
    assert distances(points, sides(SQUARE[::-1])) == pytest.approx(expected)


def test_a_thing_rests_on_what_is_right_below_it() -> None:
    low = box(0.0, 0.0, 2.0, 0.5)
    assert rests_on(box(0.5, 0.52, 0.4, 0.4), low)
    assert not rests_on(low, box(0.5, 0.52, 0.4, 0.4))
    assert not rests_on(box(0.5, 1.0, 0.4, 0.4), low)
    assert not rests_on(box(2.02, 0.0, 0.4, 0.4), low)
    ramp = Thing("Platform", ((0.0, 2.0), (4.0, 0.0), (4.0, -0.2), (0.0, 1.8)))
    assert rests_on(box(2.0, 1.0, 0.2, 0.2), ramp)
    assert not rests_on(box(2.0, 2.0, 0.2, 0.2), ramp)
    assert gap(box(0.0, 0.0, 1.0, 1.0), box(1.3, 1.4, 1.0, 1.0)) == pytest.approx(0.5)


@pytest.mark.parametrize("name", all_templates())
def test_everything_loose_is_seen_to_rest_on_something(name: str) -> None:
    layout = layout_of(f"birds/{name}:000")
    for thing in layout.blocks + layout.pigs:
        on_ground = thing.bottom < GROUND_TOP + 2 * PIXEL
        assert on_ground or layout.under(thing) or layout.touching(thing, layout.things), thing


def test_the_posts_hold_up_the_room_and_its_pigs() -> None:
    layout = layout_of("12.4:000")
    room = max(layout.structures, key=len)
    assert len(room) == 8
    posts = [block for block in room if block.material == "ice"]
    assert len(posts) == 2
    for post in posts:
        load = layout.load(post)
        assert len(load) == 9  # three pigs and what is not a post
        assert set(layout.pigs) < set(load)


@pytest.mark.parametrize(("name", "open_arc"), [("1.1:000", "flat"), ("1.2:000", "steep")])
def test_a_roof_closes_the_steep_way_and_a_post_the_flat_one(name: str, open_arc: str) -> None:
    layout = layout_of(name)
    (pig,) = layout.pigs
    flat, steep = trajectories_to(layout, pig, [pig.middle])
    free, walled = (flat, steep) if open_arc == "flat" else (steep, flat)
    assert free.free
    assert walled.walled
    assert not walled.free


def test_a_path_touches_the_pig_when_the_bird_does() -> None:
    found, layout = task("1.5:000"), layout_of("1.5:000")
    (pig,) = layout.pigs
    shot = shots_at(*pig.middle)[0]
    touched = [n for n, thing in layout.touched(fly(flight(shot), 3.0)) if thing is pig]
    game = BirdsGame(found)
    play_on([game], [None])
    release = game.native.steps + round(found.rules.drag_time / TIME_STEP)
    game.shoot(shot)
    while game.native.pigs_left:
        game.step()
    flown = (game.native.steps - release) * TIME_STEP
    assert touched[0] * STEP == pytest.approx(flown, abs=2 * TIME_STEP)


def test_joints_depend_on_the_form_of_a_building() -> None:
    tower = [box(0.0, float(level), 0.9, 1.0) for level in range(4)]
    assert joints(tower)[0][0] is tower[3]
    left, right = box(0.0, 0.0, 0.2, 1.0), box(1.8, 0.0, 0.2, 1.0)
    roof = box(0.0, 1.0, 2.0, 0.2)
    assert [block for block, _ in joints([roof, right, left])] == [left, right]
