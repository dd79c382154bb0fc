"""Shots keep the laws that they should, and repeat bit for bit."""

from __future__ import annotations

import json
import math
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from topple._native import pool as core
from topple.cli.main import main
from topple.errors import BadScene, EngineFault
from topple.tasks.draw import generator
from topple.worlds.pool import reels
from topple.worlds.pool.action_space import random_shot
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.simulate import MODELS, simulate
from topple.worlds.pool.table import BALLS, LENGTH, RADIUS, WIDTH

STATIONARY = 0
# Two mirror images differ by rounding, which impacts magnify about a thousand times.
MIRRORED = 1e-6  # metres


def random_table(seed: int, balls: int) -> NDArray[np.float64]:
    rng, table = generator("table", seed), np.full((BALLS, 2), np.nan)
    for ball in range(balls):
        while np.isnan(table[ball, 0]):
            place = rng.uniform((0.05, 0.05), (WIDTH - 0.05, LENGTH - 0.05))
            if not (np.hypot(*(table - place).T) < 2.1 * RADIUS).any():
                table[ball] = place
    return table


@pytest.mark.parametrize("model", MODELS)
def test_threads_and_order_change_no_bit(model: str) -> None:
    tables = np.stack([random_table(seed, 6) for seed in range(40)])
    shots = [random_shot(generator("shot", seed)) for seed in range(40)]
    once = simulate(tables, shots, model=model, threads=1)
    again = simulate(tables[::-1], shots[::-1], model=model, threads=3)
    assert (once.digests == again.digests[::-1]).all()
    assert len(set(once.digests.tolist())) == 40


@pytest.mark.parametrize("flip", [(-1, 1), (1, -1), (-1, -1)], ids=["x", "y", "turned"])
def test_a_mirrored_table_gives_the_mirrored_shot(flip: tuple[int, int]) -> None:
    size = np.array([WIDTH, LENGTH])
    for seed in range(20):
        table, shot = random_table(seed, 2), random_shot(generator("mirror", seed))
        x, y = math.cos(math.radians(shot.angle)), math.sin(math.radians(shot.angle))
        angle = math.degrees(math.atan2(flip[1] * y, flip[0] * x))
        side = shot.side * flip[0] * flip[1]
        turned = np.where(np.array(flip) < 0, size - table, table)
        here = simulate(table[None], [shot])
        there = simulate(turned[None], [Shot(angle, shot.speed, side, shot.height)])
        assert here.events[0] == there.events[0]
        back = np.where(np.array(flip) < 0, size - there.places(0), there.places(0))
        np.testing.assert_allclose(here.places(0), back, atol=MIRRORED)


def test_balls_at_rest_do_not_overlap() -> None:
    tables = np.stack([random_table(seed, 9) for seed in range(60)])
    shots = [random_shot(generator("rest", seed)) for seed in range(60)]
    facts = simulate(tables, shots)
    for row in range(len(facts)):
        places = facts.places(row)[~np.isnan(facts.x[row])]
        gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
        assert gaps[np.triu_indices(len(places), 1)].min(initial=1.0) >= 2 * RADIUS - 1e-9


def test_a_centre_hit_has_the_speed_of_the_formula() -> None:
    struck = core.strike([0.5, 0.5, RADIUS, 0, 0, 0, 0, 0, 0], [1.0, 0.0, 0.0, 0.0, 0.0])[0]
    assert struck[3] == pytest.approx(1.538467800, abs=1e-9)
    left = core.strike([0.5, 0.5, RADIUS, 0, 0, 0, 0, 0, 0], [1.0, 0.0, 0.0, 0.35, 0.0])[0]
    assert math.hypot(left[3], left[4]) == pytest.approx(1.245140288, abs=1e-9)
    assert math.degrees(math.atan2(left[4], left[3])) == pytest.approx(-1.414522, abs=1e-6)


def test_a_shot_goes_on_from_a_snapshot() -> None:
    rows = np.zeros((2, 9))
    rows[:, :3] = (0.5, 0.4, RADIUS), (0.5, 1.2, RADIUS)
    sim = core.Sim(rows, [STATIONARY, STATIONARY], 0, 1)
    sim.strike([4.0, 88.0, 0.0, 0.1, 0.2])
    for _ in range(3):
        sim.step()
    twin = core.Sim.restore(sim.snapshot())
    while sim.step()[1] < 9:
        twin.step()
    assert twin.digest() == sim.digest()
    assert twin.resting


def test_positions_between_events_follow_the_same_motion() -> None:
    facts = simulate(random_table(1, 4)[None], [Shot(80, 4, 0.2, 0.1)], recorded=True)
    times = np.linspace(0, float(facts.seconds[0]), 400)
    places = facts.batch.places_at(0, times.tolist())[:, :4, :2]
    speeds = np.hypot(*np.diff(places, axis=0).transpose(2, 0, 1)) / np.diff(times)[:, None]
    moving = ~np.isnan(facts.x[0, :4])
    assert speeds[:, moving].max() < 6.5  # the cue ball leaves with 1.54 times the stick's speed
    np.testing.assert_allclose(places[-1, moving], facts.places(0)[:4][moving], atol=1e-12)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ((math.nan, 0.5), "finite"),
        ((0.5, math.inf), "finite"),
        ((0.01, 0.5), "inside cushion 3"),
        ((3.0, 0.5), "not on the table"),
        ((0.0, 0.0), "in pocket lb"),
        ((0.5, 0.5), "overlaps"),
    ],
)
def test_a_ball_that_cannot_lie_there_is_named(place: tuple[float, float], said: str) -> None:
    table = np.full((BALLS, 2), np.nan)
    table[0], table[1] = (0.52, 0.5), place
    with pytest.raises((BadScene, EngineFault), match=said):
        simulate(table[None], [Shot(0, 1)])


def test_more_balls_than_a_table_holds_are_refused() -> None:
    with pytest.raises(BadScene, match="1 to 24"):
        simulate(np.full((1, 25, 2), np.nan), [Shot(0, 1)])


# Two balls are wedged between the jaws of a pocket. Moving them to a clean contact presses the
# cue ball a hair into cushion 8; it must bounce off, not pass through.
_WEDGED = Shot(75.95440190672089, 3.725098067212935, 0.2525520035271603, 0.1879807408398623)
_BEFORE_WEDGED = (
    (0.6337524841412379, 0.5663043298993382),
    (0.04579907958721055, 1.6763049623485935),
    (0.015042244423212111, 1.924802382165231),
    (0.38017414099055197, 0.18251570205839407),
    (0.18381889533032036, 1.2554177544244367),
    (0.6419289320377635, 1.6913850912527808),
    (0.051613324914714084, 1.3107513286019101),
    (0.3327173938263956, 0.14954956674671938),
    (0.6692843804910967, 1.605565260825286),
    (0.28844184629349306, 1.5455400861557607),
)


def test_a_ball_that_is_pressed_into_a_cushion_bounces_off() -> None:
    facts = simulate(np.array([_BEFORE_WEDGED]), [_WEDGED])
    assert not facts.capped[0]
    ends = next(np.array(each[1:5]) for each in core.rails() if each[0] == 8).reshape(2, 2)
    along = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
    to_cue = facts.places(0)[0] - ends[0]
    assert abs(along[0] * to_cue[1] - along[1] * to_cue[0]) > RADIUS - 1e-6
    simulate(facts.places(0)[None], [Shot(0, 1)])


def test_film_words_and_results_share_one_recording(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded = []

    def count(*given: object, **options: object) -> object:
        recorded.append(given)
        return simulate(*given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(reels, "_attempt", cache(reels._attempt.__wrapped__))
    monkeypatch.setattr(reels, "simulate", count)
    assert main(["show", "pool/cut_shot:3", "--solution", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["attempt"]["outcome"] == "solved"
    assert len(recorded) == 1
