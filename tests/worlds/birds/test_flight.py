"""Birds fly as the specification says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from levels import FALL, FAR_PIG, RED, start_of

from topple.worlds.birds import Level, Rules, Shot, simulate
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.things.birds import BIRDS

EMPTY = Level(RED, (FAR_PIG,))
BIRD = 2  # ground, pig, bird
# Positions are floats of about 20 units, summed up over 150 steps.
ROUNDING = 2e-3


def path(level: Level, shot: Shot) -> tuple[np.ndarray, np.ndarray]:
    """Return the times since the release and the positions of the bird."""
    rows = simulate(level, [[shot]], stride=1)[0].tracks()
    rows = rows[rows[:, 1] == len(level.things) + 1]
    return (rows[:, 0] - rows[0, 0] + 1) * TIME_STEP, rows[:, 2:4]


@pytest.mark.parametrize("degrees", [20, 45, 70])
def test_a_bird_flies_the_closed_form_trajectory(degrees: int) -> None:
    angle = math.radians(degrees)
    times, places = path(EMPTY, Shot.at_angle(angle))
    flying = times < 2 * 10 * math.sin(angle) / FALL - 0.1
    times, places = times[flying], places[flying]
    x, y = start_of(angle)
    # The engine takes the velocity at the end of a step: half a step's fall more than exact.
    late = FALL * times * TIME_STEP / 2
    assert np.allclose(places[:, 0], x + 10 * math.cos(angle) * times, atol=ROUNDING)
    exact = y + 10 * math.sin(angle) * times - FALL * times**2 / 2
    assert np.allclose(places[:, 1], exact - late, atol=ROUNDING)


def test_a_longer_pull_is_cut_to_the_full_stretch() -> None:
    angle = math.radians(30)
    _, near = path(EMPTY, Shot.at_angle(angle, 1.0))
    _, far = path(EMPTY, Shot.at_angle(angle, 7.0))
    assert np.allclose(near[:50], far[:50], atol=ROUNDING)


def test_half_a_pull_is_half_the_speed() -> None:
    _, places = path(EMPTY, Shot.at_angle(math.radians(45), 0.5))
    assert (places[1, 0] - places[0, 0]) / TIME_STEP == pytest.approx(
        5 * math.cos(math.radians(45)), abs=0.01
    )


def test_a_delay_holds_the_shot_back() -> None:
    first = [
        simulate(EMPTY, [[Shot.at_angle(0.7, delay=delay)]], stride=1)[0].tracks()
        for delay in (0.0, 1.5)
    ]
    starts = [rows[rows[:, 1] == BIRD][0, 0] for rows in first]
    assert starts[1] - starts[0] == 1.5 / TIME_STEP


def test_a_yellow_bird_gains_its_impulse_by_mass() -> None:
    level = Level(("BirdYellow",), (FAR_PIG,))
    times, places = path(level, Shot.at_angle(0.7, tap=1.0))
    speeds = np.hypot(*np.diff(places, axis=0).T) / TIME_STEP
    tapped = int(np.argmax(np.diff(speeds)))
    assert times[tapped + 1] == pytest.approx(1.0, abs=2 * TIME_STEP)
    kind = BIRDS["BirdYellow"]
    assert speeds[tapped + 1] - speeds[tapped] == pytest.approx(4.0 / kind.mass, abs=0.1)


def test_a_tap_behind_the_sling_is_lost() -> None:
    level = Level(("BirdYellow",), (FAR_PIG,))
    _, early = path(level, Shot.at_angle(0.7, tap=0.1))
    _, never = path(level, Shot.at_angle(0.7))
    assert np.array_equal(early, never)


def test_a_blue_bird_becomes_three_at_their_angles() -> None:
    level = Level(("BirdBlue",), (FAR_PIG,))
    rows = simulate(level, [[Shot.at_angle(0.7, tap=1.0)]], stride=1)[0].tracks()
    before = rows[rows[:, 1] == BIRD][-2:, 2:4]
    assert set(rows[:, 1]) == {0, 1, 2, 3, 4, 5}
    course = math.atan2(*(before[1] - before[0])[::-1])
    for body, turn in zip((3, 4, 5), (15, 5, -5), strict=True):
        after = rows[rows[:, 1] == body][:2, 2:4]
        turned = math.atan2(*(after[1] - after[0])[::-1]) - course
        # Two steps of falling bend the path by about a degree.
        assert math.degrees(turned) == pytest.approx(turn, abs=2.0)


def test_a_white_bird_drops_an_egg_straight_down_and_rises() -> None:
    level = Level(("BirdWhite",), (FAR_PIG,))
    rows = simulate(level, [[Shot.at_angle(0.9, tap=1.5)]], stride=1)[0].tracks()
    egg = rows[rows[:, 1] == 3][:, 2:4]
    assert np.ptp(egg[:, 0]) < ROUNDING
    assert (egg[1, 1] - egg[0, 1]) / TIME_STEP == pytest.approx(-6.0, abs=0.5)
    bird = rows[rows[:, 1] == BIRD][:, 2:4]
    rises = np.diff(bird[:, 1]) / TIME_STEP
    assert np.diff(rises).max() == pytest.approx(10.0 / BIRDS["BirdWhite"].mass, abs=0.3)


def test_a_bird_that_leaves_the_world_is_used_up() -> None:
    play = simulate(EMPTY, [[Shot(1.0, -0.2)]])[0]
    assert play.outcome == "missed"
    assert play.steps * TIME_STEP < Rules().bird_most_time
