"""Nine-ball: fouls, balls that return, and how games end."""

from __future__ import annotations

import math

import numpy as np
import pytest

from topple.tasks.outcome import Outcome
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.planner import best_shot
from topple.worlds.pool.rack import CLASSIC, STRICT, Rack
from topple.worlds.pool.shot import Shot, action_of
from topple.worlds.pool.table import BALLS, CUE, LENGTH, NINE, RADIUS, WIDTH, apart
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import WORLD, own_task

IN_FRONT = (0.07, 0.07)  # a place in front of the bottom left pocket


def game(*balls: tuple[int, float, float], fouls: bool = True) -> PoolGame:
    template = WORLD.templates()["nine_ball" if fouls else "nine_ball_2025"]
    task = own_task(template.task(0))
    changed = PoolTask(task.id, task.caption, balls, (), task.rules, task.model)
    begun = PoolGame(changed)
    begun.play(Shot(math.nan, 1))  # uses up the break, on which the 9 does not count
    return begun


def test_hitting_nothing_is_a_foul() -> None:
    played = game((0, 0.5, 0.5), (1, 0.2, 1.5), (9, 0.8, 1.5))
    played.play(Shot(270, 1))
    assert played.turns[-1].foul == "no ball was hit"


def test_another_ball_than_the_lowest_is_a_foul() -> None:
    played = game((0, 0.5, 0.5), (1, 0.2, 1.5), (9, 0.5, 1.0))
    played.play(Shot(90, 3))
    assert played.turns[-1].foul == "ball 9 was hit first, not ball 1"


def test_a_soft_touch_without_a_rail_is_a_foul() -> None:
    played = game((0, 0.5, 0.8), (1, 0.5, 1.0), (9, 0.2, 0.4))
    played.play(Shot(90, 0.5, 0, -0.5))
    assert played.turns[-1].foul == "no ball fell or touched a rail after the hit"


def test_the_nine_counts_only_in_a_legal_shot() -> None:
    played = game((0, 0.2, 0.2), (1, 0.2, 1.0), (9, *IN_FRONT))
    played.play(Shot(225, 2))
    assert NINE in played.turns[-1].potted
    assert not played.won
    x, y = played.place(NINE)
    assert (x, y) == (WIDTH / 2, 0.75 * LENGTH)


def test_a_legal_nine_wins() -> None:
    played = game((0, 0.2, 0.2), (9, *IN_FRONT))
    played.play(Shot(225, 1, 0, -0.3))
    assert played.won
    assert played.points == 1


def test_a_fallen_cue_ball_returns_to_a_free_place() -> None:
    blocker = (WIDTH / 2, LENGTH / 4)
    played = game((0, 0.12, 0.12), (1, *blocker), (9, 0.8, 1.5))
    played.play(Shot(225, 2))
    assert CUE in played.turns[-1].potted
    assert apart(played.place(), blocker) >= 2 * RADIUS
    assert played.place()[0] == WIDTH / 2


def test_a_refused_shot_uses_up_a_turn() -> None:
    task = WORLD.task("pool/nine_ball:0")
    fine, wrong = Shot(80, 8), Shot(80, 99)
    (played,) = WORLD.play([task], [action_of([wrong, fine])])
    assert played.outcome is Outcome.MISSED
    assert played.steps == 2
    (refused,) = WORLD.play([task], [action_of([wrong])])
    assert refused.outcome is Outcome.INVALID
    assert "speed 99" in refused.note


def test_a_shaky_hand_repeats_itself() -> None:
    task = own_task(WORLD.task("pool/nine_ball_shaky:3"))
    steady = own_task(WORLD.task("pool/nine_ball:3"))
    action = action_of([Shot(84, 8)])
    once, again, other = WORLD.play([task, task, steady], [action] * 3)
    assert task.balls == steady.balls
    assert once.digest == again.digest != other.digest
    assert task.content_hash() != steady.content_hash()


@pytest.mark.parametrize("rack", [STRICT, CLASSIC], ids=lambda rack: str(rack.name))
def test_stored_racks_are_the_drawn_ones(rack: Rack) -> None:
    for index in range(0, 100, 7):
        for (ball, x, y), drawn in zip(rack.balls(index), rack.draw(index), strict=True):
            assert ball == drawn[0]
            assert (x, y) == pytest.approx(drawn[1:], abs=1e-12)


def test_balls_of_a_rack_do_not_overlap() -> None:
    for index in range(300):
        places = np.array([(x, y) for _, x, y in STRICT.balls(index)])
        gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
        assert gaps[np.triu_indices(BALLS, 1)].min() >= 2 * RADIUS


def test_the_planner_wins_a_rack() -> None:
    begun = PoolGame(own_task(WORLD.task("pool/nine_ball:1")))
    while not begun.over:
        begun.play(best_shot(begun))
    assert begun.won
