"""Every world is a game: its moves, one by one, are the record of an attempt."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from topple.errors import BadAction
from topple.tasks.game import Game
from topple.tasks.task import Task
from topple.testing import check_game
from topple.worlds import find_task, parts, world, world_names

MOST_MOVES = 4
FURTHER = ("pool/nine_ball:0", "pool/which_pocket:0")  # other kinds of tasks than the example


def tasks() -> Iterator[Task]:
    for name in world_names():
        yield find_task(world(name).example)
    yield from map(find_task, FURTHER)


every_task = pytest.mark.parametrize("task", list(tasks()), ids=str)


def begin(task: Task) -> Game:
    (game,) = world(task.id.world).begin([task], 1)
    return game


def play_at_random(game: Game, seed: int, most: int = MOST_MOVES) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(most):
        kinds = game.legal()
        if not kinds:
            return
        move = kinds[rng.integers(len(kinds))].draw(rng)
        if not game.refusal(move):
            game.play(move)


@every_task
def test_a_game_keeps_its_promises(task: Task) -> None:
    check_game(task)


@every_task
def test_playing_the_record_whole_ends_in_the_same_way(task: Task) -> None:
    for seed in range(3):
        game = begin(task)
        play_at_random(game, seed)
        game.stop()
        assert game.over
        action = tuple(game.moves) or None
        (played,) = world(task.id.world).play([task], [action], 1)
        assert (played.outcome, played.points) == (game.outcome, game.points)


@every_task
def test_a_game_starts_as_its_recording_does(task: Task) -> None:
    (first, *_) = parts.look(world(task.id.world)).record(task, None, 10).frames
    game = world(task.id.world).begin([task], 1)[0]
    shown = game.spots()
    assert shown.shape[1] == 7
    if not game.seconds:
        assert np.array_equal(shown, first)


@every_task
def test_many_games_advance_as_one_does(task: Task) -> None:
    own, rng = world(task.id.world), np.random.default_rng(0)
    single, several = begin(task), own.begin([task] * 3, 2)
    moves = [kind.draw(rng) for kind in single.legal() for _ in range(2)]
    move = next(each for each in moves if not single.refusal(each))
    single.play(move)
    own.advance(several, [move] * 3, 2)
    assert {game.digest() for game in several} == {single.digest()}
    assert all(game.moves == single.moves for game in several)


def test_what_is_gone_from_rope_is_no_longer_legal() -> None:
    game = begin(find_task("rope/plumb_drop:0"))
    cuts = [kind for kind in game.legal() if kind.name == "cut_pin"]
    game.play(cuts[0].draw(np.random.default_rng(0)))
    assert not [kind for kind in game.legal() if kind.name == "cut_pin"]


def test_a_removed_block_cannot_be_removed_again() -> None:
    game = begin(find_task("iphyre/hole:0"))
    (kind,) = game.legal()
    block = kind.numbers[0].values[0]
    game.play((block, game.seconds))
    with pytest.raises(BadAction, match="is no move"):
        game.play((block, game.seconds))
