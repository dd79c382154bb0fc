"""Every entry of the native core counts what it simulates, once per course of time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from topple import _native
from topple.sim.counting import count, counted, course, simulated, uncounted
from topple.sim.rollout import Rollout
from topple.sim.rollout import simulate as roll_out
from topple.sim.sim import Sim
from topple.worlds import find_task, world
from topple.worlds.birds.game import BirdsGame, play_on
from topple.worlds.birds.shot import Shot as BirdsShot
from topple.worlds.birds.simulate import simulate as birds_simulate
from topple.worlds.iphyre.game import IPhyreGame
from topple.worlds.iphyre.simulate import simulate as iphyre_simulate
from topple.worlds.kinetix.game import KinetixGame, drive_rows
from topple.worlds.kinetix.simulate import simulate as kinetix_simulate
from topple.worlds.kinetix.to_native import native_level
from topple.worlds.phyre.simulate import simulate as phyre_simulate
from topple.worlds.phyre.simulate import validate
from topple.worlds.phyre.simulate import wait as phyre_wait
from topple.worlds.pool.shot import Shot as PoolShot
from topple.worlds.pool.simulate import simulate as pool_simulate
from topple.worlds.pool.table import RADIUS
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.search import solutions
from topple.worlds.rope.simulate import simulate as rope_simulate

PHYRE: Any = find_task("00002:023")
BIRDS: Any = find_task("birds/castle_of_two_rooms:0")
IPHYRE: Any = find_task("iphyre/hole:0")
KINETIX: Any = find_task("kinetix/m_h3_car_thrust:0")
POOL: Any = find_task("pool/nine_ball:0")
ROPE: Any = find_task("rope/past_the_low_point:0")
BLOCK = IPHYRE.level.eliminable[0]
GOOD, BAD = (0.3, 0.9, 0.2), (0.0, 0.0, 1.0)  # a ball that is placed, and one that is refused


def counts(what: Callable[[], object]) -> int:
    before = simulated()
    what()
    return simulated() - before


def rows() -> Any:
    return KINETIX.actions.full((*[0.0] * (KINETIX.actions.width - 1), 4.0))


def whole_batches() -> dict[str, tuple[Callable[[], object], int]]:
    shot, strike = BirdsShot(-0.9, -0.3), PoolShot(10.0, 2.0)
    level = native_level(KINETIX.level)
    return {
        "phyre": (lambda: phyre_simulate(PHYRE, [GOOD, BAD, GOOD], threads=2), 2),
        "phyre, waiting": (lambda: phyre_wait([PHYRE] * 3), 3),
        "phyre, checked": (lambda: validate(PHYRE, [GOOD]), 0),
        "birds": (lambda: birds_simulate(BIRDS.level, [[shot], []], threads=2), 2),
        "iphyre": (lambda: iphyre_simulate(IPHYRE.level, [[], [(30, BLOCK)], []], threads=2), 3),
        "kinetix": (lambda: kinetix_simulate(KINETIX.level, [rows()] * 4, threads=2), 4),
        "kinetix, traced": (
            lambda: _native.kinetix.trace(level, rows(), 9),
            1,
        ),
        "pool": (lambda: pool_simulate(POOL.table[None], [strike] * 5, threads=2), 5),
        "rope": (lambda: rope_simulate(ROPE.level, [[], []], threads=2), 2),
        "rope, settled": (lambda: ROPE.level.native.settled(), 0),
        "rollouts": (lambda: roll_out([Rollout(PHYRE.scene)] * 3, most_steps=20, threads=2), 3),
    }


@pytest.mark.parametrize("name", whole_batches())
def test_a_batch_counts_its_simulations(name: str) -> None:
    play, expected = whole_batches()[name]
    assert counts(play) == expected


def test_solutions_half_a_pixel_off_count_too() -> None:
    solving: Any = find_task("phyre/roll_to_the_post:0")
    action = world("phyre").solution(solving)
    assert counts(lambda: phyre_simulate(solving, [action])) == 1
    assert phyre_simulate(solving, [action], stability=True).status[0] == 3, "all eight solve it"
    assert counts(lambda: phyre_simulate(solving, [action], stability=True)) == 9


def test_a_search_counts_the_calls_that_it_tries() -> None:
    task: Any = find_task("rope/avoid_the_circle:0")
    narrow = counts(lambda: solutions(task.level, 5, 1))
    assert 1 < narrow < counts(lambda: solutions(task.level, 50, 1))


GAMES: dict[str, tuple[Callable[[], Any], Callable[[Any], object], Callable[[Any], Any]]] = {
    "sim": (lambda: Sim(PHYRE.scene), lambda s: s.step(2), lambda s: s.branch()),
    "birds": (lambda: BirdsGame(BIRDS), lambda g: g.step(), lambda g: g.branch()),
    "birds, all together": (
        lambda: BirdsGame(BIRDS),
        lambda g: play_on([g], [BirdsShot(-0.9, -0.3) if g.ready else None]),
        lambda g: g.branch(),
    ),
    "kinetix": (
        lambda: KinetixGame(KINETIX),
        lambda g: drive_rows([g], [rows()], 1),
        lambda g: g.branch(),
    ),
    "rope": (lambda: RopeGame(ROPE), lambda g: g.wait(0.1), lambda g: g.branch()),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_counts_once_and_a_copy_of_it_again(name: str) -> None:
    begin, move, copy = GAMES[name]
    games = []
    assert counts(lambda: games.append(begin())) == 0
    assert counts(lambda: move(games[0])) == 1
    assert counts(lambda: games.append(copy(games[0]))) == 0
    assert counts(lambda: move(games[0])) == 0
    assert counts(lambda: move(games[1])) == 1


@pytest.mark.parametrize("name", ["sim", "birds", "kinetix", "rope"])
def test_a_restored_game_counts_when_it_goes_on(name: str) -> None:
    begin, move, _ = GAMES[name]
    game = begin()
    move(game)
    twins = []
    restore = Sim.restore if name == "sim" else game.restore
    assert counts(lambda: twins.append(restore(game.snapshot()))) == 0
    assert counts(lambda: move(twins[0])) == 1


def test_a_record_that_is_played_to_restore_a_game_counts() -> None:
    game = IPhyreGame(IPHYRE)
    assert counts(lambda: game.restore(game.snapshot())) == 0
    game.wait(0.5)
    twins = []
    assert counts(lambda: twins.append(game.restore(game.snapshot()))) == 1
    assert counts(lambda: twins[0].wait(0.1)) == 0


def test_a_game_that_goes_back_counts_again() -> None:
    game = IPhyreGame(IPHYRE)
    start = game.mark()
    assert counts(lambda: game.wait(0.1)) == 1
    assert counts(lambda: game.wait(0.1)) == 0
    assert counts(lambda: game.rewind(start)) == 0
    assert counts(lambda: game.wait(0.1)) == 1


def test_bodies_put_elsewhere_begin_another_simulation() -> None:
    sim = Sim(PHYRE.scene)
    sim.step(5)
    body = next(i for i, body in enumerate(PHYRE.scene.bodies) if body.dynamic)
    x, y, angle = sim.poses()[body]
    sim.place(body, x, y, angle)
    assert counts(lambda: sim.step(5)) == 1
    assert counts(lambda: sim.step(0)) == 0


def test_a_table_in_motion_counts_once() -> None:
    balls = np.zeros((len(POOL.table), 9))
    balls[:, :2], balls[:, 2] = POOL.table, RADIUS
    sim = _native.pool.Sim(balls, [0] * len(balls), 0, 1)
    assert counts(lambda: sim.step()) == 0, "nothing moves"
    assert counts(lambda: sim.strike((2.0, 0.3, 0.0, 0.0, 0.0))) == 1
    assert counts(lambda: [sim.step() for _ in range(5)]) == 0


def test_threads_count_together_and_are_held_alone() -> None:
    def work() -> None:
        phyre_simulate(PHYRE, [GOOD] * 10)

    def with_threads() -> None:
        threads = [threading.Thread(target=work) for _ in range(4)]
        with uncounted():
            for thread in threads:
                thread.start()
            work()
            for thread in threads:
                thread.join()

    assert counts(with_threads) == 40


def test_what_is_held_counts_nothing_but_what_is_released_does() -> None:
    def nested() -> None:
        with uncounted():
            count(5)
            with counted():
                count(2)
            count(5)

    assert counts(nested) == 2


def test_a_course_counts_once_if_any_time_passes() -> None:
    def many(certain: bool, inside: int) -> int:
        def run() -> None:
            with course(certain=certain):
                for _ in range(inside):
                    count(3)

        return counts(run)

    assert (many(False, 0), many(False, 4), many(True, 0), many(True, 4)) == (0, 1, 1, 1)


def test_an_error_leaves_the_counter_as_it_was() -> None:
    with pytest.raises(ValueError, match="stop"), uncounted():
        raise ValueError("stop")
    assert counts(lambda: count(1)) == 1
