"""One scene per rule of the simulator, with outcomes that a person can work out."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from small_levels import box_at, disc_at, drive, level, task_of

from topple._native import kinetix as core
from topple.errors import BadScene
from topple.tasks.outcome import Outcome
from topple.worlds.kinetix.game import KinetixGame, drive_rows
from topple.worlds.kinetix.generate.shapes import fixed
from topple.worlds.kinetix.level import BLUE, GREEN, RED, Body, Joint, Level, Thruster
from topple.worlds.kinetix.simulate import simulate
from topple.worlds.kinetix.to_native import native_level

STEP = 1 / 60
_NOTHING = drive(1)


def trace(of: Level, steps: int, **channels: float) -> np.ndarray:
    """Return all bodies after every physics step."""
    return core.trace(native_level(of), drive(256, **channels), steps)


def test_a_free_body_falls_by_the_sum_of_its_speeds() -> None:
    fallen = trace(level(disc_at(2, 4)), 30)[-1, 6]
    assert fallen[1] == pytest.approx(4 - 9.81 * STEP**2 * 30 * 31 / 2, abs=1e-5)
    assert fallen[0] == 2


def test_a_box_comes_to_rest_on_the_floor() -> None:
    rest = trace(level(box_at(2, 0.7)), 240)[-1, 4]
    assert rest[1] == pytest.approx(0.6, abs=0.015)
    assert abs(rest[2]) < 0.01


def test_a_ball_with_restitution_bounces_and_one_without_does_not() -> None:
    def highest(restitution: float) -> float:
        scene = level(disc_at(2, 2, restitution=restitution))
        bodies = tuple(replace(b, restitution=restitution) if b else b for b in scene.circles)
        # The smaller of the two counts, so the floor is replaced by an elastic slab.
        slab = replace(fixed(box_at(2, 0.5, 2, 0.1)), restitution=restitution, mode=2)
        return float(
            trace(replace(scene, polygons=(slab, None), circles=bodies), 120)[60:, 6, 1].max()
        )

    assert highest(0.8) > highest(0.0) + 0.3


def test_a_triangle_lies_on_its_side() -> None:
    corners = ((-0.2, -0.1), (0.0, 0.2), (0.2, -0.1))
    triangle = Body((2.0, 0.55), 8.0, 200.0, corners)
    rest = trace(level(triangle), 240)[-1, 4]
    assert rest[1] == pytest.approx(0.5, abs=0.02)
    assert abs(rest[2]) < 0.02


def test_a_body_that_starts_with_a_speed_keeps_it_in_the_air() -> None:
    thrown = trace(level(disc_at(1, 3, velocity=(2.0, 1.0))), 20)[-1, 6]
    assert thrown[0] == pytest.approx(1 + 2 * 20 * STEP, abs=1e-5)


def test_a_hinge_keeps_two_bodies_together() -> None:
    hanger, bob = fixed(box_at(2.5, 3)), disc_at(3.5, 3)
    hinge = Joint(4, 6, (0.0, 0.0), (-1.0, 0.0), motor=False)
    path = trace(level(hanger, bob, joints=(hinge,)), 200)[:, 6]
    ends = path[:, :2] - np.stack([np.cos(path[:, 2]), np.sin(path[:, 2])], 1)
    assert np.abs(ends - (2.5, 3)).max() < 0.1
    assert path[:, 1].min() < 2.2


def test_a_motor_turns_its_wheel_counter_clockwise_and_stops_at_a_limit() -> None:
    hub, wheel = fixed(box_at(2.5, 3)), disc_at(2.5, 3)
    free = Joint(4, 6, speed=1.0, power=1.0)
    spun = trace(level(hub, wheel, joints=(free,)), 120, M0=1)[-1, 6]
    assert spun[5] == pytest.approx(6, abs=0.5)
    limited = replace(free, limited=True, least=-1.0, most=1.0)
    stopped = trace(level(hub, wheel, joints=(limited,)), 120, M0=1)[-1, 6]
    assert stopped[2] == pytest.approx(1.0, abs=0.15)


def test_a_fixed_joint_keeps_the_angle() -> None:
    first, second = box_at(2, 1.5), box_at(2.4, 1.5)
    weld = Joint(4, 5, (0.2, 0.0), (-0.2, 0.0), fixed=True, motor=False)
    end = trace(level(first, second, joints=(weld,)), 240)[-1]
    assert end[4, 2] == pytest.approx(end[5, 2], abs=0.05)


def test_a_thruster_pushes_along_its_direction() -> None:
    jet = Thruster(6, (0.0, 0.0), math.pi / 2, 0.5, 1)
    on, off = (trace(level(disc_at(2, 2), thrusters=(jet,)), 20, T1=t)[-1, 6] for t in (1, 0))
    force = 0.5 * 10
    mass = math.pi * 0.2**2
    assert on[4] - off[4] == pytest.approx(force / mass * 20 * STEP, rel=1e-3)


@pytest.mark.parametrize(
    ("role", "outcome", "note"),
    [(BLUE, Outcome.SOLVED, ""), (RED, Outcome.MISSED, "green touched red")],
)
def test_touching_ends_the_game(role: int, outcome: Outcome, note: str) -> None:
    (play,) = simulate(level(disc_at(2, 1, role=GREEN), floor_role=role), [_NOTHING])
    assert (play.outcome, play.note) == (outcome, note)
    assert play.steps < 30


def test_joined_bodies_that_overlap_count_as_touching() -> None:
    pair = level(
        box_at(2, 2, role=GREEN), disc_at(2, 2, role=BLUE), joints=(Joint(4, 6, motor=False),)
    )
    (play,) = simulate(pair, [_NOTHING])
    assert (play.outcome, play.steps) == (Outcome.SOLVED, 1)


def test_the_last_pair_of_a_list_forgets_its_impulse() -> None:
    lower, upper = disc_at(2, 0.6), disc_at(2, 1.0)
    kept = level(lower, upper, disc_at(4, 0.6))  # discs 6 and 7: not the last pair
    forgets = replace(kept, circles=(kept.circles[2], lower, upper))  # discs 7 and 8: the last
    assert not np.array_equal(trace(kept, 60)[-1, 6], trace(forgets, 60)[-1, 7])


def test_numbers_that_overflow_end_the_game() -> None:
    wild = replace(disc_at(2, 2), inverse_mass=1e6, inverse_inertia=1e6)
    jet = Thruster(6, (1e6, 1e6), 0.3, 1e6, 0)
    (play,) = simulate(level(wild, thrusters=(jet,)), [drive(256, T0=1)])
    assert play.outcome is Outcome.MISSED


def test_a_snapshot_continues_with_the_same_bits() -> None:
    scene = level(box_at(2, 1), disc_at(2.1, 2), disc_at(2.4, 1.5))
    game = KinetixGame(task_of(scene))
    drive_rows([game], [drive(20)], 1)
    twin, copy = game.restore(game.snapshot()), game.branch()
    for each in (game, twin, copy):
        drive_rows([each], [drive(40)], 1)
    assert game.digest() == twin.digest() == copy.digest()


def test_damaged_snapshots_are_refused() -> None:
    game = KinetixGame(task_of(level(disc_at(2, 2))))
    for bytes_ in (b"", game.snapshot()[:-9], game.snapshot()[:-1] + b"x"):
        with pytest.raises(BadScene):
            game.restore(bytes_)


@pytest.mark.parametrize(
    "body",
    [
        disc_at(math.nan, 2),
        disc_at(2, 2, friction=-1.0),
        replace(box_at(2, 2), vertices=((0.0, 0.0), (1.0, 0.0))),
    ],
)
def test_levels_that_cannot_be_simulated_are_refused(body: Body) -> None:
    with pytest.raises(BadScene):
        KinetixGame(task_of(level(body)))


def test_threads_change_nothing() -> None:
    scene = level(box_at(2, 1), disc_at(2.1, 2), disc_at(2.4, 1.5))
    rows = [drive(steps) for steps in range(1, 17)]
    one, two = (simulate(scene, rows, threads=threads) for threads in (1, 2))
    assert [play.digest for play in one] == [play.digest for play in two]
