"""An agent may wait until nothing moves; its shots are recorded that much later."""

from __future__ import annotations

import math

import numpy as np
from small_games import game_at

from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.worlds import world
from topple.worlds.birds import BirdsGame, Shot, play_on
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.world import task

BIRDS = world("birds")
TWO_BIRDS = task("13.1:000")
PIG_DIES_LATE = task("2.5:003")  # of the first bird, when the second one is ready
FLAT = Shot.at_angle(0.3)


def after_one_shot(rules: Rules | None = None) -> BirdsGame:
    game = game_at(TWO_BIRDS.level, rules or TWO_BIRDS.rules)
    play_on([game], [None])
    game.shoot(FLAT)
    game.step()
    play_on([game], [None])
    return game


def test_after_resting_nothing_moves() -> None:
    game = after_one_shot()
    things = len(TWO_BIRDS.level.things) + 1  # the spent bird is taken away some time later
    moving = game.native.poses()[:things]
    game.rest()
    assert game.ready
    still = game.native.poses()[:things]
    assert not np.array_equal(moving, still, equal_nan=True)
    for _ in range(50):
        game.step()
    assert np.array_equal(still, game.native.poses()[:things], equal_nan=True)


def test_a_shot_after_resting_is_played_again_to_the_same_state() -> None:
    waits: list[float] = []
    states: list[str] = []

    def shoot(seen: Observation) -> Action:
        seen.rest()
        waits.append(seen.waited)
        states.append(seen._game.digest())
        return FLAT.row()

    played = BIRDS.play([TWO_BIRDS], [shoot])[0]
    assert played.action is not None
    assert waits[0] == 0.0
    assert waits[1] > 1.0
    assert played.action[7] == waits[1]
    # The recorded delays bring a game played without looking to where the second shot was chosen.
    game = after_one_shot()
    for _ in range(round(waits[1] / 0.02)):
        game.step()
    assert game.digest() == states[1]


def test_resting_may_end_the_game() -> None:
    pigs: list[int] = []

    def shoot(seen: Observation) -> Action:
        pigs.append(seen._game.native.pigs_left)
        seen.rest()
        return Shot.at_angle(math.radians(15)).row()

    found = BIRDS.play([PIG_DIES_LATE], [shoot])[0]
    assert pigs == [1, 1]
    assert found.outcome is Outcome.SOLVED
    assert found.action == Shot.at_angle(math.radians(15)).row()


def test_what_never_rests_is_not_waited_for() -> None:
    ready = after_one_shot().native.steps
    game = after_one_shot(Rules(most_steps=ready + 5))  # over before all can rest
    before = game.digest()
    game.rest()
    assert game.digest() == before
    assert game.ready
    assert not game.over
