"""Games repeat themselves, rewind and continue; plans mean what they say."""

from __future__ import annotations

import json
import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from making import JSON, NUMBERS, examples, says_why

from topple.errors import BadAction, BadScene, ToppleError
from topple.tasks.outcome import Outcome
from topple.worlds.iphyre import Ball, Block, IPhyreGame, Level, Observation, by_clock, simulate
from topple.worlds.iphyre.action_space import Plans, plan_of, refusal
from topple.worlds.iphyre.games import GROUPS, all_games
from topple.worlds.iphyre.search import random_plans
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.world import WORLD, own_task

# One with a link, one with a spring, one with a moving block, one with many balls.
VARIED = ("pendulum", "spring", "fill", "multi_ball_stack")


def task(name: str, index: int = 0) -> IPhyreTask:
    return own_task(WORLD.task(f"iphyre/{name}:{index}"))


def test_there_are_ten_games_in_each_of_four_groups() -> None:
    games = list(all_games().values())
    assert [game.number for game in games] == list(range(1, 41))
    assert [sum(game.group == group for game in games) for group in GROUPS] == [10] * 4


@pytest.mark.parametrize("name", VARIED)
def test_threads_change_nothing(name: str) -> None:
    own = task(name)
    plans = [own.removals(plan) for plan in random_plans(own, 12)]
    once, again = (
        [play.digest for play in simulate(own.level, plans, threads=threads)] for threads in (1, 4)
    )
    assert once == again
    assert len(set(once)) > 6


@pytest.mark.parametrize("name", VARIED)
@pytest.mark.parametrize("steps", [30, 90, 200])
def test_a_game_goes_on_from_a_mark_and_from_a_snapshot(name: str, steps: int) -> None:
    own = task(name)
    whole = IPhyreGame(own)
    whole.wait(steps / own.level.rate)
    whole.play((0.0, whole.seconds))
    whole.stop()

    game = IPhyreGame(own)
    game.wait(steps / own.level.rate)
    mark, snapshot = game.mark(), game.snapshot()
    game.play((1.0, game.seconds))
    game.stop()
    game.rewind(mark)
    twin = IPhyreGame(own).restore(snapshot)
    for each in (game, twin):
        assert each.steps == steps
        each.play((0.0, each.seconds))
        each.stop()
        assert each.moves == whole.moves
        assert each.digest() == whole.digest()
        assert each.reward == whole.reward
        assert (each.table() == whole.table()).all()
    with pytest.raises(BadScene, match="another game"):
        twin.rewind(mark)
    with pytest.raises(BadScene, match="another level"):
        IPhyreGame(task(name, 2)).restore(snapshot)


def test_a_snapshot_goes_on_in_another_process() -> None:
    game = IPhyreGame(task("pendulum"))
    game.wait(1.5)
    code = (
        "from topple.worlds.iphyre.world import WORLD; "
        "(game,) = WORLD.begin([WORLD.task('iphyre/pendulum:0')]); "
        f"game = game.restore(bytes.fromhex('{game.snapshot().hex()}')); "
        "game.stop(); print(game.digest())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    game.stop()
    assert done.stdout.strip() == str(game.digest())


def test_reward_counts_time_removals_and_success() -> None:
    (play,) = simulate(task("support").level, [[(0, 0), (0, 1)]])
    assert play.solved
    assert play.reward == pytest.approx(1000 - 20 - play.steps / 60)
    assert play.fallen == [play.steps]


def test_a_policy_is_recorded_as_the_plan_it_made() -> None:
    def policy(seen: Observation) -> tuple[float, ...]:
        assert seen.table().shape == (12, 9)
        return seen.remove(seen.left[0]) if seen.seconds >= 0.5 * (3 - len(seen.left)) else ()

    own = task("support")
    (played,) = WORLD.play([own], [policy])
    assert played.action == (0.0, 0.5, 1.0, 1.0)
    assert WORLD.play([own], [played.action]) == [played]
    (fault,) = WORLD.play([own], [lambda seen: (7.0, 0.0)])
    assert fault.outcome is Outcome.FAILED
    assert "one of the blocks" in fault.note


def test_the_originals_clock_runs_late_and_takes_one_entry_per_step() -> None:
    assert by_clock([(0, 0.1)], 60) == [(7, 0)]
    assert by_clock([(0, 0.3)], 60) == [(18, 0)]
    assert by_clock([(2, 1.0), (0, 1.0), (1, 0.0)], 10) == [(11, 2), (12, 0)]
    late = [k for k in range(1, 150) if by_clock([(0, k / 10)], 10) != [(k, 0)]]
    assert len(late) == 107
    assert late[:4] == [8, 9, 10, 11]


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ((0, 1.0, 0, 2.0), "block_twice"),
        ((2, 1.0), "unknown_block"),
        ((-1, 1.0), "unknown_block"),
        ((0.5, 1.0), "unknown_block"),
        ((0, 15.1), "too_late"),
        ((0, 1e300), "too_late"),
        ((0, math.nan), "not_a_plan"),
        ((0, math.inf), "not_a_plan"),
        ((0, 1.0, 1), "not_a_plan"),
    ],
)
def test_a_bad_plan_is_invalid_and_says_why(plan: tuple[float, ...], reason: str) -> None:
    (played,) = WORLD.play([task("support")], [plan])
    assert (played.outcome, played.note, played.steps) == (Outcome.INVALID, reason, 0)


@examples(100)
@given(plan=st.lists(NUMBERS | st.integers(-1, 3) | st.floats(0, 16), max_size=10) | JSON)
def test_anything_as_a_plan(plan: object) -> None:
    own = task("direction")
    try:
        action = own.actions.one(plan)
    except ToppleError as error:
        says_why(error)
        return
    (played,) = WORLD.play([own], [action], threads=1)
    assert played.outcome in (Outcome.SOLVED, Outcome.MISSED, Outcome.INVALID)
    assert (played.outcome is Outcome.INVALID) == bool(played.note)


def test_order_and_blocks_that_stay_do_not_matter() -> None:
    own = task("direction")
    plans = [(2, 1.0, 1, 0.5), (1, 0.5, 2, 1.0), (1, 0.5, 0, -1.0, 2, 1.0, 3, -3.0)]
    digests = {played.digest for played in WORLD.play([own] * 3, plans)}
    assert len(digests) == 1
    assert WORLD.play([own], [()])[0].digest == WORLD.play([own], [None])[0].digest


@pytest.mark.parametrize("bad", [[0], [0, 1] * 3, ["a", 1], [[0, 1], [1]], [0, math.nan], object()])
def test_what_is_no_plan_is_refused(bad: object) -> None:
    with pytest.raises(BadAction) as caught:
        Plans(2).one(bad)
    assert "negative time" in caught.value.hint


def test_random_agents_of_the_original_can_be_drawn_from() -> None:
    space, rng = Plans(3), np.random.default_rng(0)
    for ranges in ("paper", "generator", "uniform"):
        drawn = [space.sample_from(ranges, rng) for _ in range(200)]
        assert not any(refusal(plan, 3) for plan in drawn)
        times = np.array([[seconds for _, seconds in plan_of(plan)] for plan in drawn])
        kept = (times < 0).mean()
        assert 0.13 < kept < 0.27 if ranges == "generator" else kept < 0.01
    early = [max(plan[1::2]) for plan in (space.sample_from("paper", rng) for _ in range(200))]
    assert 0.9 < np.median(early) < 1.7


@pytest.mark.parametrize(
    "level",
    [
        Level((), ()),
        Level((Block(0, 0, 0, 0, "fixed"),), (Ball(5, 5, 20),)),
        Level((), (Ball(math.nan, 5, 20),)),
        Level((), (Ball(5, 5, -1),)),
        Level((), (Ball(5, 5, 20),) * 13),
        Level((), (Ball(5, 5, 20),), links=((0, 0),)),
        Level((), (Ball(5, 5, 20),), springs=((0, 3),)),
        Level((), (Ball(5, 5, 20),), rate=0),
    ],
)
def test_a_level_that_cannot_be_simulated_is_refused(level: Level) -> None:
    with pytest.raises(BadScene):
        simulate(level, [[]])


def test_variations_keep_their_distance_and_depend_on_their_index_alone() -> None:
    own = WORLD.template("angle")
    first, again = own.task(10), own.task(10)
    assert first.content_hash() == again.content_hash()
    assert len({own.task(index).content_hash() for index in range(10, 40)}) == 30
    published, varied = task("angle").level, task("angle", 10).level
    shifts = np.abs(np.subtract(published.centres, varied.centres))
    mirrored = np.abs(np.subtract(published.centres, [(600 - x, y) for x, y in varied.centres]))
    assert min(shifts.max(), mirrored.max()) <= 5
    json.dumps(varied.data())
