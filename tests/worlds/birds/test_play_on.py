"""Many games play on at once, each to its next shot, as they would one by one."""

from __future__ import annotations

import numpy as np
import pytest
from levels import FAR_PIG, RED
from small_games import game_at

from topple.errors import BadAction, BadInput
from topple.worlds.birds import BirdsGame, Level, Placed, Shot, play_on, simulate
from topple.worlds.birds.action_space import shots_of

PIG = Placed("pig", "BasicSmall", -6.0, -3.27)
HIT = Shot.at_angle(-0.14)
ONE = Level(RED * 2, (PIG,))
TWO = Level(RED * 2, (PIG, FAR_PIG))
LEVELS = [ONE, TWO, Level(("BirdBlue", *RED), (PIG, FAR_PIG))]


def games() -> list[BirdsGame]:
    return [game_at(level) for level in LEVELS]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_many_games_at_once_are_the_same_as_one_by_one(threads: int) -> None:
    together, alone = games(), games()
    for shots in ([None] * 3, [HIT] * 3):
        assert play_on(together, shots, threads=threads) == [""] * 3
        for game, shot in zip(alone, shots, strict=True):
            play_on([game], [shot])
    assert [game.digest() for game in together] == [game.digest() for game in alone]


def test_a_game_stops_when_a_bird_is_ready() -> None:
    together, stepped = game_at(TWO), game_at(TWO)
    for shot in (None, HIT):
        play_on([together], [shot])
        if shot is not None:
            stepped.shoot(shot)
        while not stepped.ready:
            stepped.step()
        assert together.ready
        assert together.digest() == stepped.digest()


def test_the_record_has_what_was_waited_before_a_shot_and_plays_again() -> None:
    hasty, patient = game_at(TWO), game_at(TWO, settled=True)
    for game, seconds in ((hasty, 0.5), (patient, 0.0)):
        play_on([game], [None])
        play_on([game], [HIT])
        game.wait(seconds)
        waited = game.waited
        assert waited > 0
        game.play(HIT.row())
        game.stop()
        assert game.moves[-1] == waited
        (play,) = simulate(TWO, [shots_of(game.moves)])
        assert (play.steps, play.score) == (game.steps, game.native.score)
    assert hasty.moves[-1] == pytest.approx(0.5)


def test_no_shot_is_awaited_once_no_pig_is_left() -> None:
    game = game_at(ONE)
    play_on([game], [None])
    play_on([game], [HIT])
    assert game.over
    play = simulate(ONE, [[HIT]])[0]
    assert (game.outcome, game.native.score) == (play.outcome, play.score)


def test_settled_games_await_a_shot_only_when_all_rests() -> None:
    hasty, patient = game_at(TWO), game_at(TWO, settled=True)
    for game in (hasty, patient):
        play_on([game], [None])
        play_on([game], [HIT])
        assert game.ready
    assert hasty.native.steps < patient.native.steps
    before = patient.native.poses()
    patient.step()
    assert np.array_equal(patient.native.poses(), before, equal_nan=True)


def test_a_game_that_is_over_stays_as_it_is() -> None:
    game = game_at(ONE)
    game.stop()
    play_on([game], [None])
    digest = game.digest()
    assert play_on([game], [None]) == [""]
    assert game.digest() == digest


def test_games_that_cannot_be_shot_in_are_refused_before_any_moves() -> None:
    ready, early = game_at(ONE), game_at(ONE)
    play_on([ready], [None])
    digest = ready.digest()
    with pytest.raises(BadAction, match="no bird is ready"):
        play_on([ready, early], [HIT, HIT])
    with pytest.raises(BadAction, match="1 shots for 2 games"):
        play_on([ready, early], [HIT])
    with pytest.raises(BadInput, match="in the list twice"):
        play_on([ready, ready], [HIT, None])
    assert ready.digest() == digest
    assert play_on([], []) == []
