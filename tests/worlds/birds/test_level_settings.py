"""What a level file may set: a camera, hills, and the rules it is played by."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from levels import FAR_PIG, RED
from small_games import game_at

from topple.errors import BadLevel, BadScene
from topple.worlds.birds import (
    Level,
    Placed,
    Shot,
    View,
    screenshot,
    simulate,
    symbolic,
    tensor,
    view,
)
from topple.worlds.birds.look.screenshot import HEIGHT, WIDTH, camera
from topple.worlds.birds.models.close_up import close_up
from topple.worlds.birds.rules import RULE_SETS, Rules
from topple.worlds.birds.tensor import CELL, CHANNELS

PLAIN = Level(RED, (FAR_PIG, Placed("pig", "BasicMedium", 0.0, -3.122)))
NEAR = replace(PLAIN, camera=(-3.0, -1.0, 20.0))
HILL = ((-2.0, -3.6), (4.0, -3.6), (3.0, -1.5), (-1.0, -1.5))
HILLY = replace(PLAIN, hills=(HILL,), things=(FAR_PIG, Placed("pig", "BasicSmall", 1.0, -1.27)))
PLATFORMS = CHANNELS.index("Platform")
YELLOW = Level(("BirdYellow",), (FAR_PIG,))


def middle(level: Level, thing: int) -> tuple[float, float]:
    """Return the middle of a thing's outline on the picture, in pixels."""
    features = symbolic(level)[0]["features"]
    ring = next(f for f in features if f["properties"]["id"] == thing)["geometry"]["coordinates"][0]
    x, y = np.array(ring).T
    return (x.min() + x.max()) / 2, (y.min() + y.max()) / 2


def test_pictures_symbols_and_tensors_follow_the_camera() -> None:
    scale, x, y = camera(shown=NEAR.camera)
    assert scale == WIDTH / 20.0
    assert middle(NEAR, 2) == pytest.approx((x, y + 3.122 * scale), abs=1)
    assert middle(PLAIN, 2) == pytest.approx((WIDTH / 2, 240 + 2.122 * WIDTH / 35), abs=1)
    (rows, columns) = np.nonzero(tensor(NEAR)[CHANNELS.index("pig")])
    assert (columns.mean() * CELL, rows.mean() * CELL) == pytest.approx(middle(NEAR, 2), abs=CELL)
    green = (screenshot(NEAR) == (112, 206, 80)).all(axis=2)
    assert (np.argwhere(green).mean(axis=0)[::-1]) == pytest.approx(middle(NEAR, 2), abs=6)


def test_a_thing_beside_the_picture_is_in_no_view() -> None:
    def ids(level: Level) -> set[int]:
        return {feature["properties"]["id"] for feature in symbolic(level)[0]["features"]}

    assert 1 in ids(PLAIN)
    assert 1 not in ids(NEAR)


def test_a_close_up_is_measured_against_the_picture_of_the_level() -> None:
    one = replace(PLAIN, things=PLAIN.things[1:])
    (_, times), (_, nearer) = (
        close_up(game_at(replace(one, camera=each)), numbered=False)
        for each in (PLAIN.camera, NEAR.camera)
    )
    assert nearer == pytest.approx(times * 20 / 35)


def test_a_hill_carries_a_pig_and_stops_a_bird() -> None:
    flat = Shot.at_angle(math.radians(2))
    rows = simulate(HILLY, [[flat]], stride=1)[0].tracks()
    pig, bird = (rows[rows[:, 1] == body] for body in (2, 3))
    assert pig[-1, 3] == pytest.approx(-1.27, abs=0.05)
    assert bird[:, 2].max() < -1.0
    passed = simulate(PLAIN, [[flat]], stride=1)[0].tracks()
    assert passed[passed[:, 1] == 3, 2].max() > 0.0


def test_a_hill_is_seen() -> None:
    scale, x, y = camera()
    inside = round(y + 2.5 * scale), round(x + 1.0 * scale)
    assert screenshot(HILLY)[inside].tolist() == screenshot(HILLY)[HEIGHT - 5, 5].tolist()
    assert (screenshot(replace(HILLY, hills=()))[inside] != screenshot(HILLY)[inside]).any()
    (hill,) = [
        feature
        for feature in symbolic(HILLY)[0]["features"]
        if feature["properties"]["label"] == "Ground" and feature["geometry"]
    ]
    assert len(hill["geometry"]["coordinates"][0]) == len(HILL)
    cells = tensor(HILLY)[PLATFORMS]
    assert cells[inside[0] // CELL, inside[1] // CELL] == 1
    assert not cells[inside[0] // CELL, round(x - 5 * scale) // CELL]
    assert not tensor(HILLY, faithful=True)[PLATFORMS].any()


def test_waiting_birds_stay_in_the_picture() -> None:
    left = PLAIN.camera[0] - PLAIN.camera[2] / 2

    def places(count: int) -> list[float]:
        seen: View = view(Level(("BirdYellow",) * count, (FAR_PIG,)))
        return [thing.x for thing in seen.things if thing.kind == "bird_yellow"]

    assert places(6)[:3] == places(3)  # where all have room, they stand as they always did
    assert min(places(6)) < left + 1
    assert min(places(20)) > left
    assert len(set(places(20))) == 20


def test_a_bomb_breaks_stone_by_the_rules_of_levels_only() -> None:
    stone = Placed("block", "SquareSmall", 0.6, -3.311, 0.0, "stone")
    wall = Placed("platform", "Platform", 0.0, -2.5, 0.0, "", 0.5, 4.0)
    level = Level(("BirdBlack",), (FAR_PIG, stone, wall))
    at_the_wall = [Shot.at_angle(math.radians(12.0))]
    usual, breaking = (
        simulate(level, [at_the_wall], rules=RULE_SETS[name], stride=1)[0].native.things()[2]
        for name in ("usual", "levels")
    )
    assert usual[3]
    assert not breaking[3]


@pytest.mark.parametrize("degrees", [20, 50, 75])
def test_an_early_tap_waits_by_the_rules_of_levels(degrees: int) -> None:
    def fastest(level: Level, tap: float | None) -> float:
        shot = Shot.at_angle(math.radians(degrees), 1.0, tap)
        rows = simulate(level, [[shot]], stride=1)[0].tracks()
        places = rows[rows[:, 1] == 2, 2:4]
        return float(np.hypot(*np.diff(places[:150], axis=0).T).max())

    levels = replace(YELLOW, rules="levels")
    assert fastest(levels, 0.3) > 1.3 * fastest(levels, None)
    lost = fastest(YELLOW, 0.3) == pytest.approx(fastest(YELLOW, None))
    assert lost == (degrees > 33)


def test_a_level_names_its_rules() -> None:
    assert game_at(replace(YELLOW, rules="levels")).rules == RULE_SETS["levels"] != Rules()
    assert game_at(YELLOW).rules == Rules()
    with pytest.raises(BadLevel, match="unknown rules"):
        replace(YELLOW, rules="mine")


def test_json_leaves_out_what_is_usual_and_reads_what_is_left_out() -> None:
    assert not {"camera", "hills", "rules"} & set(PLAIN.to_json().split('"'))
    full = replace(HILLY, camera=(1.0, 2.0, 30.0), rules="levels")
    for level in (PLAIN, full):
        assert Level.from_json(level.to_json()) == level
    short = '{"birds": ["BirdRed"], "things": [{"role": "tnt", "type": "", "x": 1, "y": 2}]}'
    assert Level.from_json(short) == Level(RED, (Placed("tnt", "", 1.0, 2.0),))
    with pytest.raises(BadLevel, match="keys"):
        Level.from_json(short.replace('"y": 2', '"z": 2'))


@pytest.mark.parametrize("shown", [(0.0, 0.0, 0.5), (math.nan, 0.0, 20.0)])
def test_a_wild_camera_is_refused(shown: tuple[float, float, float]) -> None:
    with pytest.raises(BadLevel):
        replace(PLAIN, camera=shown)


@pytest.mark.parametrize("hill", [((0.0, math.inf), (1.0, 0.0), (0.0, 1.0)), ((0.0, 0.0),) * 101])
def test_a_wild_hill_is_refused(hill: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(BadLevel):
        replace(PLAIN, hills=(hill,))


def test_a_hill_that_crosses_itself_is_refused() -> None:
    crossed = ((0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0))
    with pytest.raises(BadScene):
        simulate(replace(PLAIN, hills=(crossed,)), [[]])
