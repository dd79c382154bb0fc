"""Pictures show what is there, where it is, and nothing more."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from levels import FAR_PIG, RED, flight, target
from looking import EMPTY, KINDS, MIXED, centres, coverage, distance, drawn, inside, lone
from small_games import game_at

from topple import _native
from topple.errors import BadInput
from topple.worlds.birds import (
    Level,
    Placed,
    Shot,
    play_on,
    screenshot,
    simulate,
    view,
    views,
)
from topple.worlds.birds.look.screenshot import camera
from topple.worlds.birds.rules import WAITING_SPACE
from topple.worlds.birds.symbolic import symbolic
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.names import kind_of_bird

PLACES = [(0.0, -1.0, 0.0), (3.21, 1.37, 0.4), (-6.66, 4.04, 2.5)]
# An outline's corners are rounded by up to (0.5, 0.5) pixels, and a pixel that an edge grazes has
# its centre up to as far away.
EDGE = math.sqrt(2)
# Less of a pixel may change its colour by less than one step in 256.
FAINTEST = 0.05


def seen_alone(kind: str, look: int, x: float, y: float, angle: float) -> list[list[list[int]]]:
    features = symbolic(lone(kind, look, x, y, angle))[0]["features"]
    return features[2]["geometry"]["coordinates"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", sorted({kind for kind, _ in KINDS}))
def test_a_thing_is_drawn_where_its_outline_says(
    kind: str, place: tuple[float, float, float]
) -> None:
    rings = seen_alone(kind, 1, *place)
    x, y = centres()
    painted = drawn(lone(kind, 1, *place))
    apart = painted != inside(rings, x, y)
    assert painted.any()
    assert distance(rings, x[apart], y[apart]).max(initial=0.0) <= EDGE


@pytest.mark.parametrize(("kind", "look"), KINDS)
def test_a_thing_paints_the_pixels_it_covers_and_no_others(kind: str, look: int) -> None:
    seen = lone(kind, look, 3.21, 1.37, 0.4)
    painted, covered = drawn(seen), coverage(seen)
    assert not painted[covered == 0].any()
    assert painted[covered > FAINTEST].all()


@pytest.mark.parametrize(("width", "height"), [(20, 8), (3, 60)])
def test_an_outline_of_whole_pixels_is_drawn_pixel_for_pixel(width: int, height: int) -> None:
    scale = camera()[0]
    sides = [side / scale / 0.64 for side in (width, height)]
    level = Level(
        (), (Placed("platform", "Platform", 0.5 / scale * (width % 2), -1.0, 0, "", *sides),)
    )
    rings = symbolic(level)[0]["features"][2]["geometry"]["coordinates"]
    painted = drawn(view(level))
    assert np.array_equal(painted, inside(rings, *centres()))
    assert painted.sum() == width * height


@pytest.mark.parametrize("kind", sorted({kind for kind, _ in KINDS if kind not in ("TNT",)}))
def test_every_damage_look_differs(kind: str) -> None:
    pictures = [screenshot(lone(kind, look)) for known, look in KINDS if known == kind]
    assert all((a != b).any() for a, b in combinations(pictures, 2))


def test_the_five_birds_differ_in_colour() -> None:
    middles = []
    for name in BIRDS:
        seen = lone(kind_of_bird(name), 1)
        middles.append(screenshot(seen)[drawn(seen)].mean(axis=0))
    assert min(np.abs(a - b).max() for a, b in combinations(middles, 2)) > 40


@pytest.mark.parametrize("kind", ["wood_circle", "stone_circle_small"])
def test_one_can_see_a_ball_roll(kind: str) -> None:
    before, after = (screenshot(lone(kind, 1, angle=turn)) for turn in (0.0, math.pi / 3))
    assert (np.abs(before.astype(int) - after).max(axis=-1) > 60).sum() >= 5


def test_ground_and_sling_are_where_the_specification_puts_them() -> None:
    picture = screenshot(EMPTY)
    assert picture.shape == (480, 640, 3)
    assert picture.dtype == np.uint8
    sky, ground = picture[284, 300], picture[286, 300]
    assert tuple(sky) == tuple(picture[0, 0])
    assert sky.astype(int).sum() - ground.astype(int).sum() > 200
    scale, left, top = camera()
    assert (left - 12.15 * scale, top + 1.7 * scale) == pytest.approx((97.8, 252.8), abs=0.05)
    sling = (picture != picture[0, 0]).any(axis=-1)[:285]
    x, y = sling.nonzero()[1], sling.nonzero()[0]
    left, top, right = x.min(), y.min(), x.max() + 1
    corners = symbolic(EMPTY)[0]["features"][1]["geometry"]["coordinates"][0]
    # Its corners are rounded.
    assert [*corners[0], corners[2][0]] == pytest.approx([left, top, right], abs=1)


def test_waiting_birds_stand_left_of_the_sling() -> None:
    seen = view(Level(RED * 3, (FAR_PIG,)))
    birds = [thing for thing in seen.things if thing.kind == "bird_red"]
    width, height = BIRDS["BirdRed"].drawn
    assert (birds[0].x, birds[0].y) == seen.pivot == seen.held
    steps = [a.x - b.x for a, b in pairwise(birds)]
    assert steps == pytest.approx([WAITING_SPACE * width] * 2)
    assert [bird.y for bird in birds[1:]] == pytest.approx([-3.5 + height / 2] * 2)


def test_the_bird_on_the_sling_is_drawn_back_flies_and_the_next_one_comes() -> None:
    game = game_at(Level(RED * 2, (FAR_PIG,)))
    play_on([game], [None])
    game.shoot(Shot(-3.0, 0.0))
    ways = []
    while game.native.birds_left == 2:
        ways.append(view(game).things[1].x - view(game).pivot[0])
        game.step()
    assert ways[0] == 0.0
    assert ways == sorted(ways, reverse=True)
    assert -1.0 <= ways[-1] < -0.95
    assert view(game).held is None
    second = []
    while not game.ready:
        second.append(view(game).things[2].x - view(game).pivot[0])
        game.step()
    assert second[0] == pytest.approx(-WAITING_SPACE * 0.45)
    assert second == sorted(second)
    assert second[-1] < 0 == view(game).things[2].x - view(game).pivot[0]


def test_a_game_looks_like_its_level_until_it_is_played() -> None:
    assert np.array_equal(screenshot(game_at(MIXED)), screenshot(MIXED))
    assert symbolic(game_at(MIXED), developer=True) == symbolic(MIXED, developer=True)


def test_damage_shows() -> None:
    angle = math.radians(20)
    game = game_at(target("SquareHole", *flight(angle, 1.0)))
    play_on([game], [None])
    game.shoot(Shot.at_angle(angle))
    looks = set()
    while not game.over:
        game.step()
        looks |= {thing.look for thing in view(game).things if thing.kind == "wood_square_hole"}
    assert len(looks) > 1


def test_what_is_far_out_or_huge_does_no_harm() -> None:
    things = [Placed("platform", "Platform", x, 0.0, 1.0, "", 1000.0, 0.1) for x in (-1e3, 0, 1e3)]
    things.append(Placed("block", "Circle", 1e3, -1e3, 1e4, "ice"))
    picture = screenshot(Level((), tuple(things)))
    assert (picture != screenshot(EMPTY)).any()


def test_looking_changes_nothing() -> None:
    game = game_at(MIXED)
    play_on([game], [None])
    before = game.digest()
    screenshot(game)
    symbolic(game, developer=True)
    assert game.digest() == before


def test_a_recorded_play_looks_like_the_game() -> None:
    shots = [Shot.at_angle(0.5, tap=0.9), Shot.at_angle(0.9, tap=1.5), Shot.at_angle(0.2)]
    play = simulate(MIXED, [shots], stride=7)[0]
    recorded = dict(views(MIXED, play))
    assert max(recorded) > play.steps - 7
    game, left = game_at(MIXED), list(shots)
    kinds = set()
    while not game.over:
        if game.ready and left:
            game.shoot(left.pop(0))
        elif game.ready:
            game.stop()
        game.step()
        if game.native.steps % 7 == 0:
            assert recorded[game.native.steps] == view(game)
            kinds |= {thing.kind for thing in view(game).things}
    assert "egg" in kinds


def test_a_play_without_moments_says_so() -> None:
    play = simulate(MIXED, [[]])[0]
    with pytest.raises(BadInput, match="moments"):
        next(views(MIXED, play))


@pytest.mark.parametrize("width", [-1, 0, 31, 5000])
def test_sizes_that_make_no_picture_are_refused(width: int) -> None:
    with pytest.raises(BadInput, match="pixels"):
        screenshot(EMPTY, width)


def test_a_larger_picture_shows_the_same() -> None:
    small, large = screenshot(MIXED), screenshot(MIXED, 1280)
    shrunk = large.reshape(480, 2, 640, 2, 3).mean(axis=(1, 3))
    assert np.abs(shrunk - small).mean() < 1.0


def test_sprites_that_make_no_sense_are_refused() -> None:
    ring = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]
    wrong: list[Any] = [[[]], [[([ring], (0, 0, 256), 1.0)]], [[([ring], (0, 0, 0), 2.0)]]]
    for bad in wrong:
        with pytest.raises(ValueError, match=r".+"):
            _native.Sprites(bad)
    sprites = _native.Sprites([[([ring], (0, 0, 0), 1.0)]])
    sky = np.zeros((4, 4, 3), np.uint8)
    for row in ([1, 0, 0, 0, 1, 1], [-1, 0, 0, 0, 1, 1], [0, math.nan, 0, 0, 1, 1]):
        with pytest.raises(ValueError, match=r"sprite|far"):
            sprites.draw(sky, np.array([row], float), (1.0, 0.0, 0.0))


def test_things_nearer_the_eye_hide_those_behind() -> None:
    pig = replace(lone("pig_basic_big", 1).things[0], id=2)
    behind = lone("wood_square_hole", 1)
    both = replace(behind, things=(pig, *behind.things))
    alone = replace(behind, things=(pig,))
    middle = (slice(236, 244), slice(316, 324))
    assert np.array_equal(screenshot(both)[middle], screenshot(alone)[middle])
