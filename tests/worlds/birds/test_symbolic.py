"""The symbolic state contains what the original's contains, and no more."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from levels import FAR_PIG, RED
from looking import KINDS, MIXED, coverage, lone
from numpy.typing import NDArray
from small_games import game_at

from topple.worlds.birds import BirdsGame, Level, Placed, Shot, View, screenshot, symbolic, view
from topple.worlds.birds.look.colours import measured
from topple.worlds.birds.look.screenshot import camera
from topple.worlds.birds.symbolic import NOISE_RADIUS, Feature

# Corners are rounded to whole pixels with the noise and without.
ROUNDING = 1.0
# Share of a pixel that leaves nothing, in 256 steps, of what lies behind.
WHOLE = 1 - 0.5 / 255
# Edges fall differently onto the pixels of a turned thing, and mix other colours.
TURNED = 0.35


def features(of: Level | BirdsGame | View, developer: bool = False) -> list[Feature]:
    (state,) = symbolic(of, developer=developer)
    assert state["type"] == "FeatureCollection"
    return state["features"]


def corners(of: Level | View, noise: np.random.Generator | None) -> dict[int, NDArray[np.float64]]:
    """Return the outer ring of everything but the ground, by id."""
    (state,) = symbolic(of, noise=noise)
    return {
        each["properties"]["id"]: np.array(each["geometry"]["coordinates"][0], float)
        for each in state["features"][1:]
    }


def listed_colours(seen: View) -> list[tuple[int, float]]:
    colormap = features(seen)[2]["properties"]["colormap"]
    return [(each["color"], each["percent"]) for each in colormap]


@pytest.mark.parametrize(("kind", "look"), KINDS)
def test_colours_are_those_of_the_screenshot(kind: str, look: int) -> None:
    seen = lone(kind, look)
    assert listed_colours(seen) == list(measured(screenshot(seen)[coverage(seen) > WHOLE]))
    assert sum(share for _, share in listed_colours(seen)) == pytest.approx(1.0)


@pytest.mark.parametrize("kind", ["wood_rect_fat", "stone_circle", "ice_triangle", "pig_basic_big"])
def test_colours_of_a_turned_thing_are_nearly_the_same(kind: str) -> None:
    seen = lone(kind, 1, 3.21, 1.37, 0.7)
    found = dict(measured(screenshot(seen)[coverage(seen) > WHOLE]))
    listed = dict(listed_colours(seen))
    apart = sum(abs(found.get(c, 0) - listed.get(c, 0)) for c in found.keys() | listed.keys()) / 2
    assert apart < TURNED


def test_the_order_is_that_of_the_original() -> None:
    names = [each["properties"]["label"] for each in features(MIXED, developer=True)]
    assert names == [
        "Ground",
        "Slingshot",
        "pig_basic_small_1",
        "pig_basic_big_1",
        "pig_basic_medium_1",
        "bird_blue_1",
        "bird_white_1",
        "bird_red_1",
        "ice_circle_1",
        "ice_triangle_1",
        "stone_square_hole_1",
        "wood_rect_big_1",
        "TNT",
        "Platform",
    ]


def test_agents_see_outlines_and_colours_and_nothing_else() -> None:
    ground, sling, *rest = features(MIXED)
    assert set(ground["properties"]) == {"id", "label", "yindex", "colormap"}
    assert (ground["geometry"], ground["properties"]["yindex"]) == ({}, 286)
    assert set(sling["properties"]) == {"id", "label", "colormap"}
    for each in rest:
        assert set(each) == {"type", "geometry", "properties"}
        assert set(each["properties"]) == {"id", "label", "colormap"}
        assert each["properties"]["label"] == "Object"
    assert json.loads(json.dumps(symbolic(MIXED))) == symbolic(MIXED)


def test_hit_points_are_for_developers() -> None:
    seen = lone("wood_rect_big", 2)
    (thing,) = seen.things
    weak, strong = (replace(seen, things=(replace(thing, life=life),)) for life in (51.0, 70.0))
    assert symbolic(weak) == symbolic(strong)
    about = features(weak, developer=True)[2]["properties"]
    assert (about["label"], about["currentLife"]) == ("wood_rect_big_2", 51.0)


def test_outlines_are_whole_pixels_and_holes_are_rings() -> None:
    for each in features(MIXED)[1:]:
        for ring in each["geometry"]["coordinates"]:
            assert all(isinstance(number, int) for corner in ring for number in corner)
    hole = features(lone("ice_square_hole", 1))[2]
    assert len(hole["geometry"]["coordinates"]) == 2


def test_the_planner_of_the_original_finds_the_pivot() -> None:
    corner = corners(MIXED, None)[len(MIXED.things) + 1]
    (left, top), (right, bottom) = corner.min(axis=0), corner.max(axis=0)
    width, height = right - left, bottom - top
    assert width + height == pytest.approx(2.7 * camera()[0], abs=ROUNDING)
    aim = (left + 0.45 * width, top + 0.35 * width)
    assert aim == pytest.approx((97.8, 252.8), abs=ROUNDING)


def test_ids_last_a_life() -> None:
    game = game_at(MIXED)
    left = [Shot.at_angle(0.5, tap=0.9), Shot.at_angle(0.9, tap=1.5), Shot.at_angle(0.2)]
    kinds: dict[int, set[str]] = {}
    while not game.over:
        if game.ready and left:
            game.shoot(left.pop(0))
        game.step()
        ids = [each["properties"]["id"] for each in features(game, developer=True)]
        assert len(set(ids)) == len(ids)
        for thing in view(game).things:
            kinds.setdefault(thing.id, set()).add(thing.kind)
    assert all(len(each) == 1 for each in kinds.values())
    found = sorted(kind for each in kinds.values() for kind in each)
    assert found.count("bird_blue") == 4
    assert [found.count(kind) for kind in ("egg", "bird_white", "bird_red")] == [1, 1, 1]


def test_what_is_out_of_sight_is_left_out() -> None:
    things = [FAR_PIG]
    for x, y in ((-18.0, 0.0), (18.0, 0.0), (0.0, 13.0), (0.0, -4.0)):
        things.append(Placed("block", "SquareSmall", x, y, 0.0, "wood"))
    assert len(features(Level(RED, tuple(things)))) == 4
    things.append(Placed("block", "SquareSmall", 17.6, 0.0, 0.0, "wood"))
    assert len(features(Level(RED, tuple(things)))) == 5


def test_noise_moves_whole_things_by_up_to_two_pixels() -> None:
    exact = corners(MIXED, None)
    generator = np.random.default_rng(7)
    birds = {s.id for s in view(MIXED).things if s.kind.startswith("bird")}
    ways = []
    for _ in range(200):
        noisy = corners(MIXED, generator)
        for number, ring in noisy.items():
            way = ring - exact[number]
            if number in birds or number == len(MIXED.things) + 1:
                assert not way.any()
                continue
            assert np.hypot(*way.mean(axis=0)) <= NOISE_RADIUS + ROUNDING
            assert np.ptp(way, axis=0).max() <= 2 * ROUNDING
            ways.append(way.mean(axis=0))
    # Evenly over a disc: no drift, and half the squared radius along each axis and diagonal.
    assert np.abs(np.mean(ways, axis=0)).max() < 0.1
    assert np.mean(np.square(ways).sum(axis=1)) == pytest.approx(NOISE_RADIUS**2 / 2, rel=0.15)


def test_the_same_generator_gives_the_same_noise() -> None:
    first, again, other = (symbolic(MIXED, noise=np.random.default_rng(s)) for s in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_caller_may_change_what_it_got() -> None:
    before = symbolic(MIXED)
    after = symbolic(MIXED)
    after[0]["features"][2]["properties"]["colormap"][0]["percent"] = 9.0
    assert symbolic(MIXED) == before
