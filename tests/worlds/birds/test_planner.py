"""The planner knows exactly where the engine's birds fly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from topple.worlds.birds import Level, Placed, Shot, simulate
from topple.worlds.birds.planner import angles_to, flight, shots_at, tap_time
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.things.birds import BIRDS

# A pig far off keeps the game going.
PIG = Placed("pig", "BasicSmall", 16.0, -3.27)
BIRD_BODY = 2  # after ground and pig
# The engine counts in float32.
CLOSE = 1e-4


@pytest.mark.parametrize("bird", BIRDS)
@pytest.mark.parametrize("stretch", [0.4, 1.0])
@pytest.mark.parametrize("degrees", [-15, 0, 40, 75, 110])
def test_a_path_is_the_engines(bird: str, stretch: float, degrees: float) -> None:
    shot = Shot.at_angle(math.radians(degrees), stretch)
    rows = simulate(Level((bird,), (PIG,)), [[shot]], stride=1)[0].tracks()
    flown = rows[rows[:, 1] == BIRD_BODY][:15, 2:4]
    path = flight(shot, bird)
    expected = [path.at((i + 1) * TIME_STEP) for i in range(len(flown))]
    assert np.allclose(flown, expected, atol=CLOSE)


@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (3.0, -2.0), (-6.0, 3.0), (-9.0, -3.3)])
@pytest.mark.parametrize("stretch", [0.8, 1.0])
def test_shots_pass_through_the_point(x: float, y: float, stretch: float) -> None:
    shots = shots_at(x, y, stretch=stretch)
    assert len(shots) in (0, 2)
    for shot in shots:
        path = flight(shot)
        time = path.time_to(x)
        assert time is not None
        assert path.at(time) == pytest.approx((x, y), abs=CLOSE)


def test_the_flat_arc_comes_first() -> None:
    flat, steep = angles_to(0.0, -1.0)
    assert flat < math.radians(45) < steep


def test_what_is_out_of_reach_has_no_shot() -> None:
    assert angles_to(15.0, 0.0) == ()
    assert angles_to(3.0, 0.0, stretch=0.5) == ()


def test_a_tap_comes_at_its_share_of_the_way() -> None:
    shot = Shot.at_angle(0.5)
    whole, half = tap_time(shot, 2.0), tap_time(shot, 2.0, 0.5)
    assert whole is not None
    assert half == pytest.approx(whole / 2)
    assert tap_time(shot, -30.0) is None


def test_a_pig_in_the_open_dies_of_both_arcs() -> None:
    level = Level(("BirdRed",), (Placed("pig", "BasicSmall", 1.0, -3.27),))
    plays = simulate(level, [[shot] for shot in shots_at(1.0, -3.27)])
    assert [play.pigs_left for play in plays] == [0, 0]
