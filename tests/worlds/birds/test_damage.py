"""What is hit hard enough breaks, and the game ends as it should."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from levels import FALL, FAR_PIG, RED, flight, shelf, target
from small_games import game_at

from topple.tasks.outcome import Outcome
from topple.worlds.birds import BirdsGame, Level, Placed, Rules, Shot, play_on, simulate
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.fixtures import TNT_BLAST
from topple.worlds.birds.things.pigs import PIGS

ANGLE = math.radians(20)
TIME = 1.0
SHOT = Shot.at_angle(ANGLE)
TARGET = flight(ANGLE, TIME)
# A hit comes up to a radius earlier and a step later than the closed form says.
SPEED_ERROR = 0.3


def hp_after_a_hit(thing: str, rules: Rules) -> tuple[float, float]:
    """Shoot at a thing; give its HP before and after the bird's first contact."""
    game = game_at(target(thing, *TARGET), rules)
    play_on([game], [None])
    game.shoot(SHOT)
    before = 0.0
    while game.native.birds_left or game.native.things()[-1][0] != 5:
        game.step()
    while True:
        before = game.native.things()[2][2]
        game.step()
        if game.native.things()[2][2] != before:
            return before, game.native.things()[2][2]


def test_a_pig_hit_by_a_straight_shot_dies() -> None:
    play = simulate(target("BasicSmall", *TARGET), [[SHOT]])[0]
    assert play.outcome is Outcome.SOLVED
    assert play.score == 5000


def test_waiting_hurts_nobody() -> None:
    play = simulate(target("BasicSmall", *TARGET), [[]])[0]
    assert play.outcome is Outcome.MISSED
    assert (play.score, play.pigs_left, play.shots) == (0, 1, 0)


@pytest.mark.parametrize(("thing", "colliders"), [("RectFat", 1), ("SquareHole", 2)])
def test_a_block_loses_what_the_rule_says(thing: str, colliders: int) -> None:
    before, after = hp_after_a_hit(thing, Rules())
    speed = math.hypot(10 * math.cos(ANGLE), 10 * math.sin(ANGLE) - FALL * TIME)
    scale = Rules().damage_scale * BIRDS["BirdRed"].mass
    assert before == BLOCKS[thing].hp["wood"]
    loss = colliders * (speed * scale - 2.5)
    assert before - after == pytest.approx(loss, abs=colliders * SPEED_ERROR * scale)


def test_events_per_hit_multiply_the_damage() -> None:
    once = hp_after_a_hit("SquareHole", Rules())
    twice = hp_after_a_hit("SquareHole", replace(Rules(), events_per_hit=2))
    assert once[0] - once[1] > 0
    assert twice[0] - twice[1] >= 2 * (once[0] - once[1]) or twice[1] <= 0


def test_a_fall_within_the_grace_kills_no_pig() -> None:
    level = Level(RED, (Placed("pig", "BasicSmall", 0.0, -2.0),))
    assert simulate(level, [[]])[0].pigs_left == 1
    bare = replace(Rules(), grace_time=0.0)
    assert simulate(level, [[]], rules=bare)[0].outcome is Outcome.SOLVED


def test_tnt_kills_what_is_near_and_sets_off_the_next() -> None:
    x, y = TARGET
    things = [shelf(x, y - 0.33), Placed("tnt", "", x, y)]
    things += [shelf(x + 2.0, y - 0.33), Placed("tnt", "", x + 2.0, y)]
    things += [shelf(x + 4.0, y - 0.33), Placed("pig", "BasicBig", x + 4.0, y + 0.17)]
    play = simulate(Level(RED, tuple(things)), [[SHOT]], stride=1)[0]
    rows = play.tracks()
    # One blast reaches 2.5: the pig, 4 away from the first, feels the second.
    gone = [rows[rows[:, 1] == body][-1, 0] for body in (2, 4)]
    assert gone[0] == gone[1] < play.steps
    hp = play.native.things()[6][2]
    assert hp < 80


def lost_by_a_blast(block: str, half_height: float) -> float:
    """Shoot at TNT and return the HP that a stone block 1.5 units beside it loses."""
    (x, y), right = TARGET, TARGET[0] + 1.5
    tnt = shelf(x, y - 0.33), Placed("tnt", "", x, y)
    stone = (
        shelf(right, y - half_height - 0.01),
        Placed("block", block, right, y, material="stone"),
    )
    game = game_at(Level(RED, (*tnt, *stone, FAR_PIG)))
    play_on([game], [None])
    game.shoot(SHOT)
    while game.native.things()[2][3]:  # until the TNT has exploded
        game.step()
    return BLOCKS[block].hp["stone"] - game.native.things()[4][2]


def test_a_blast_counts_once_for_each_collider() -> None:
    plain, hollow = lost_by_a_blast("RectFat", 0.1886), lost_by_a_blast("SquareHole", 0.386)
    assert plain == pytest.approx(TNT_BLAST.damage * (1 - 1.5 / TNT_BLAST.radius), abs=5)
    assert hollow == pytest.approx(2 * plain, rel=0.02)


@pytest.mark.parametrize(("damage", "score"), [(1.0, 0), (2.0, 20)])
def test_a_hit_scores_only_above_ten(damage: float, score: int) -> None:
    """Scale the damage of a hit on a block to one or two points."""
    before, after = hp_after_a_hit("RectFat", Rules())
    rules = Rules()
    scale = rules.damage_scale * (damage + 2.5) / (before - after + 2.5)
    level = target("RectFat", *TARGET)
    assert simulate(level, [[SHOT]], rules=replace(rules, damage_scale=scale))[0].score == score


def after_the_first_contact(level: Level, shot: Shot) -> BirdsGame:
    """Shoot and play until the bird, the last body, falls no longer freely."""
    game = game_at(level)
    play_on([game], [None])
    game.shoot(shot)
    bird = len(level.things) + 1
    while len(game.native.things()) == bird:
        game.step()
    while game.native.poses()[bird][1] > -3.5 + BIRDS["BirdBlack"].radius + 0.02:
        game.step()
    return game


def test_the_bird_after_a_black_one_comes_at_the_blast() -> None:
    game = after_the_first_contact(Level(("BirdBlack", "BirdRed"), (FAR_PIG,)), SHOT)
    waited = 0
    while not game.ready:
        game.step()
        waited += 1
    assert not game.native.things()[2][3]  # the black bird is gone
    assert waited > Rules().fuse_time / TIME_STEP


def test_a_tap_explodes_a_black_bird_after_its_first_contact_too() -> None:
    level = Level(("BirdBlack",), (FAR_PIG,))
    late = after_the_first_contact(level, SHOT).native.steps
    launch = game_at(level)
    play_on([launch], [None])
    released = launch.native.steps + round(Rules().drag_time / TIME_STEP)
    tap = (late - released) * TIME_STEP + 0.2
    rows = simulate(level, [[replace(SHOT, tap=tap)]], stride=1)[0].tracks()
    bird = rows[rows[:, 1] == 2]
    assert bird[-1, 0] - late == pytest.approx(0.2 / TIME_STEP, abs=1)


def test_a_black_bird_bursts_after_its_first_contact() -> None:
    level = Level(("BirdBlack",), (FAR_PIG,))
    rows = simulate(level, [[SHOT]], stride=1)[0].tracks()
    bird = rows[rows[:, 1] == 2]
    lowest = -3.5 + BIRDS["BirdBlack"].radius + 0.03
    touched = bird[bird[:, 3] <= lowest][0, 0]
    assert bird[-1, 0] - touched == pytest.approx(0.6 / 0.02, abs=3)


def test_the_next_bird_is_ready_while_things_still_move() -> None:
    game = game_at(Level(RED * 2, (FAR_PIG,)))
    play_on([game], [None])
    game.shoot(SHOT)
    play_on([game], [None])
    poses = game.native.poses()[2].copy()
    game.step()
    assert game.ready
    assert tuple(game.native.poses()[2]) != tuple(poses)


def test_two_birds_are_two_shots() -> None:
    level = Level(RED * 2, (FAR_PIG,))
    assert simulate(level, [[SHOT, SHOT, SHOT]])[0].shots == 2


def test_an_unused_bird_scores() -> None:
    level = replace(target("BasicSmall", *TARGET), birds=RED * 2)
    assert simulate(level, [[SHOT]])[0].score == 15_000


def test_a_pig_out_of_the_world_counts_as_killed() -> None:
    level = Level(RED, (Placed("pig", "BasicSmall", 18.0, 0.0),))
    assert simulate(level, [[]])[0].outcome is Outcome.SOLVED


@pytest.mark.parametrize(("pig", "outcome"), [("BasicSmall", "missed"), ("BasicBig", "solved")])
def test_only_a_big_pig_is_out_as_soon_as_its_centre_is(pig: str, outcome: str) -> None:
    held = Placed("platform", "Platform", 17.6, -2.0, 0.0, "", 2.0, 1.0)
    low = min(y for _, y in PIGS[pig].outline)
    placed = Placed("pig", pig, 17.6, -2.0 + 0.32 + 0.01 - low)
    assert simulate(Level(RED, (held, placed)), [[]])[0].outcome == outcome


def test_the_step_limit_is_an_outcome() -> None:
    rules = replace(Rules(), most_steps=170)
    play = simulate(target("BasicSmall", *TARGET), [[SHOT]], rules=rules)[0]
    assert (play.outcome, play.steps) == (Outcome.UNSETTLED, 170)
