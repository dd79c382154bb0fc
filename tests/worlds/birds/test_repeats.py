"""The same level and the same shots give the same bits."""

from __future__ import annotations

import math
from functools import cache

import pytest
from levels import FAR_PIG, RED, flight, shelf
from small_games import game_at

from topple.errors import BadScene
from topple.worlds.birds import BirdsGame, Level, Placed, Rules, Shot, simulate
from topple.worlds.birds.search import nearby, planned
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.to_native import BIRD, native_level
from topple.worlds.birds.world import all_templates

X, Y = flight(math.radians(20), 1.0)
TOWER = Level(
    ("BirdBlue", "BirdWhite", *RED),
    (
        shelf(X, Y - 1.0),
        *(
            Placed("block", shape, X + 0.3 * (i % 2), Y - 0.5 + 0.9 * i, 0.0, material)
            for i, (shape, material) in enumerate(
                zip(BLOCKS, ("wood", "stone", "ice") * 4, strict=True)
            )
        ),
        Placed("tnt", "", X + 1.5, -3.17),
        Placed("pig", "BasicMedium", X + 2.5, -3.1),
        FAR_PIG,
    ),
)
SHOTS = [
    [Shot.at_angle(math.radians(degrees), tap=0.8), Shot.at_angle(0.5, tap=1.0), Shot.at_angle(0.3)]
    for degrees in range(10, 50, 5)
]
# Digest of the first game above; if it changes, results do: raise the rules' version.
GOLDEN = "5b9ce9cd0c077f3c"


@cache
def tasks() -> list[BirdsTask]:
    """Return two tasks per scenario, of its first and its last template."""
    of_scenario = [[t for t in all_templates().values() if t.scenario == s] for s in SCENARIOS]
    return [each[i].task(index) for each in of_scenario for i, index in ((0, 0), (-1, 1))]


@cache
def plans(task: BirdsTask) -> list[list[Shot]]:
    """Return the shots of the task's plan, and shots nearby."""
    plan = planned(task)
    return [list(shots) for shots in (plan, *nearby(plan, "repeats", 1))]


def task_digests(threads: int, size: int) -> list[str]:
    """Play every plan of every task, `size` at a time."""
    pairs = [(task.level, shots) for task in tasks() for shots in plans(task)]
    batches = [pairs[i : i + size] for i in range(0, len(pairs), size)]
    played = [simulate([a for a, _ in b], [s for _, s in b], threads=threads) for b in batches]
    return [play.digest for batch in played for play in batch]


def played_on(game: BirdsGame, shots: list[Shot], steps: int) -> list[Shot]:
    """Play a number of steps, or to the end; return the shots that are left."""
    left = list(shots)
    while steps > 0 and not game.over:
        if game.ready:
            game.shoot(left.pop(0)) if left else game.native.stop_shooting()
        game.step()
        steps -= 1
    return left


@pytest.mark.parametrize(("threads", "size"), [(1, 1000), (2, 1000), (7, 1000), (1, 1), (2, 7)])
def test_tasks_of_templates_give_the_same_bits(threads: int, size: int) -> None:
    native_level.cache_clear()
    assert len(tasks()) == 2 * len(SCENARIOS)
    assert task_digests(threads, size) == expected_digests()


@cache
def expected_digests() -> list[str]:
    """Play every plan alone, step by step from the beginning."""
    found = []
    for task in tasks():
        for shots in plans(task):
            game = BirdsGame(task)
            played_on(game, shots, 1_000_000)
            found.append(game.digest())
    return found


@pytest.mark.parametrize("task", tasks(), ids=str)
def test_a_bird_in_flight_goes_on_with_the_same_bits(task: BirdsTask) -> None:
    shots = plans(task)[0]
    game = BirdsGame(task)
    # The first bird is let go after 3 seconds; a delay of its plan holds it back.
    left = played_on(game, shots, 165 + round(shots[0].delay * 50))
    assert game.native.things()[len(task.level.things) + 1][0] == BIRD
    twin = game.branch()
    for each in (game, twin):
        played_on(each, left, 1_000_000)
    assert twin.digest() == game.digest()
    assert twin.digest() == expected_digests()[2 * tasks().index(task)]


def digests(threads: int) -> list[str]:
    return [play.digest for play in simulate(TOWER, SHOTS, threads=threads)]


def test_repeats_threads_and_batches_agree() -> None:
    first = digests(1)
    assert digests(1) == first
    assert digests(2) == first
    assert [simulate(TOWER, [shots])[0].digest for shots in SHOTS] == first
    assert len(set(first)) == len(first)


def test_the_golden_digest_stands() -> None:
    assert digests(1)[0] == GOLDEN


def test_outcome_only_changes_no_outcome() -> None:
    full = simulate(TOWER, SHOTS)
    short = simulate(TOWER, SHOTS, outcome_only=True)
    assert [play.outcome for play in short] == [play.outcome for play in full]


@pytest.mark.parametrize("steps", [0, 60, 160, 185, 230, 300])
def test_a_snapshot_goes_on_with_the_same_bits(steps: int) -> None:
    game = game_at(TOWER)
    left = list(SHOTS[2])
    for _ in range(steps):
        if game.ready:
            game.shoot(left.pop(0))
        game.step()
    twin = game.branch()
    assert twin.digest() == game.digest()
    for each in (game, twin):
        rest = list(left)
        while not each.over:
            if each.ready:
                each.shoot(rest.pop(0))
            each.step()
    assert twin.digest() == game.digest() == simulate(TOWER, [SHOTS[2]])[0].digest


def test_a_damaged_snapshot_is_refused() -> None:
    game = game_at(TOWER)
    good = game.snapshot()
    for bad in (b"", good[:-1], good[:40], good[:50] + b"x" + good[51:]):
        with pytest.raises(BadScene):
            game.restore(bad)


def test_stray_levels_do_not_share_a_snapshot() -> None:
    game = game_at(Level(RED, (FAR_PIG,)), Rules())
    with pytest.raises(BadScene):
        game.restore(game_at(TOWER).snapshot())
