"""Every element of rope behaves as its rules say, and ropes as theory says."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from topple.errors import BadScene
from topple.worlds.rope.calls import Call, Timed, Verb
from topple.worlds.rope.frame import IN_HAT
from topple.worlds.rope.level import (
    ActivePin,
    Bubble,
    Candy,
    Cushion,
    Gate,
    Hat,
    Level,
    Mouth,
    Pad,
    Pin,
    Pulley,
    Rope,
    Spikes,
    Star,
)
from topple.worlds.rope.simulate import Ending, Play, simulate
from topple.worlds.rope.story import story

FAR = Mouth(50, -500)  # a mouth that no candy reaches
HANGING = Level((Candy(50, 60),), FAR, (Pin(50, 90, (Rope(30),)),))
FREE = Level((Candy(50, 60),), FAR)


def played(level: Level, *plan: tuple[float, Call], stride: int = 1) -> Play:
    return simulate(level, [[Timed(seconds, call) for seconds, call in plan]], stride=stride)[0]


def when(play: Play, what: str) -> float:
    return next(event.seconds for event in play.events if event.what == what)


def rigid_pendulum(seconds: float, drag: float, h: float = 0.001) -> list[float]:
    """Return the angles of a rigid pendulum of length 30, from -60 degrees, by Runge-Kutta."""

    def slope(angle: float, speed: float) -> tuple[float, float]:
        return speed, -100 / 30 * math.sin(angle) - drag * speed

    angle, speed, angles = -math.pi / 3, 0.0, []
    for _ in range(round(seconds / h)):
        angles.append(angle)
        a1, s1 = slope(angle, speed)
        a2, s2 = slope(angle + h / 2 * a1, speed + h / 2 * s1)
        a3, s3 = slope(angle + h / 2 * a2, speed + h / 2 * s2)
        a4, s4 = slope(angle + h * a3, speed + h * s3)
        angle += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        speed += h / 6 * (s1 + 2 * s2 + 2 * s3 + s4)
    return angles


def test_the_theory_has_the_known_period() -> None:
    """Without air, a swing from 60 degrees takes 1.0732 times the period of small swings."""
    angles = rigid_pendulum(4.0, drag=0.0)
    ups = [i for i in range(1, len(angles)) if angles[i - 1] < 0 <= angles[i]]
    back = next(i for i in range(ups[0], len(angles)) if angles[i] < 0)
    period = 2 * (back - ups[0]) / 1000
    assert period == pytest.approx(2 * math.pi * math.sqrt(0.3) * 1.0732, abs=0.003)


@pytest.mark.parametrize("rate", [240, 480, 960])
def test_a_swing_follows_theory_for_ten_seconds(rate: int) -> None:
    """The rope stretches by a tenth of a percent, and only the air takes energy."""
    start = Candy(50 - 30 * math.sin(math.pi / 3), 90 - 30 * math.cos(math.pi / 3))
    play = played(replace(HANGING, candies=(start,), rate=rate), stride=rate // 60)
    theory = rigid_pendulum(10.01, drag=0.1)
    for frame in play.frames:
        x, y = frame.candies[0].x - 50, 90 - frame.candies[0].y
        assert math.atan2(x, y) == pytest.approx(theory[round(1000 * frame.seconds)], abs=0.02)
        assert math.hypot(x, y) < 30 * 1.0015


def test_a_fall_agrees_with_theory() -> None:
    play = played(replace(FREE, candies=(Candy(50, 100),)))
    at = {round(f.seconds, 4): f.candies[0] for f in play.frames}
    drop = 1000 * (1.0 - (1 - math.exp(-0.1)) / 0.1)  # g t / c - g (1 - exp(-c t)) / c^2 at t = 1
    assert 100 - at[1.0].y == pytest.approx(drop, rel=0.01)
    assert play.ending is Ending.lost


def test_cutting_leaves_the_velocity() -> None:
    level = replace(HANGING, candies=(Candy(30, 70),))
    play = played(level, (1.0, Call(Verb.cut_pin, 1)))
    before, after = (next(f for f in play.frames if f.seconds >= t) for t in (1.0, 1.0 + 1 / 480))
    assert after.candies[0].vx == pytest.approx(before.candies[0].vx, abs=0.1)
    assert not after.ropes


def test_a_bubble_lifts_until_it_is_popped() -> None:
    level = replace(FREE, candies=(Candy(50, 20),), bubbles=(Bubble(50, 20), Bubble(50, 40)))
    play = played(level, (3.0, Call(Verb.pop_bubble, 1)))
    held = next(f for f in play.frames if f.seconds >= 2.9)
    assert held.candies[0].bubble == 1
    assert held.candies[0].vy == pytest.approx(22, rel=0.01)
    assert held.bubbles == ()  # the second was used up on the way
    assert when(play, "use_up") < 3 < when(play, "lost")
    assert played(level, (0.5, Call(Verb.pop_bubble, 2))).digest == played(level).digest


def test_a_cushion_pushes_what_is_in_its_jet() -> None:
    for distance, push in ((10, 80 * (1 - 10 / 45)), (44.9, 80 * (1 - 44.9 / 45)), (45.1, 0)):
        level = replace(HANGING, cushions=(Cushion(50 - distance, 60, 2, 0),))
        play = played(level, (0.0, Call(Verb.tap_air_cushion, 1, 1)))
        assert play.frames[1].candies[0].vx == pytest.approx(push, rel=0.01)
    aside = replace(HANGING, cushions=(Cushion(40, 51, 1, 0),))
    assert played(aside, (0.0, Call(Verb.tap_air_cushion, 1, 1))).frames[1].candies[0].vx == 0


def test_taps_are_a_tenth_of_a_second_apart() -> None:
    level = replace(HANGING, cushions=(Cushion(30, 60, 1, 0),))
    play = played(level, (0.5, Call(Verb.tap_air_cushion, 1, 3)))
    taps = [event.seconds for event in play.events if event.what == "tap_air_cushion"]
    assert taps == pytest.approx([0.5, 0.6, 0.7])


def test_an_event_says_whether_a_call_had_an_effect() -> None:
    cut = Call(Verb.cut_pin, 1)
    play = played(HANGING, (0.0, cut), (0.2, cut))
    assert [e.effect for e in play.events if e.what == "cut_pin"] == [True, False]
    assert story(play).startswith("cut pin 1; cut pin 1 without effect")


@pytest.mark.parametrize(
    ("seconds", "call", "words"),
    [
        (float("nan"), Call(Verb.cut_pin, 1), "outside the game's time"),
        (61.0, Call(Verb.cut_pin, 1), "outside the game's time"),
        (0.0, Call(Verb.cut_pin, 3), "item 3, which is not there"),
        (0.0, Call(Verb.tap_air_cushion, 1, 1e9), "tapped too often"),
        (0.0, Call(Verb.sleep, 0, float("nan")), "sleep is too short"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(seconds: float, call: Call, words: str) -> None:
    with pytest.raises(BadScene, match=words):
        simulate(HANGING, [[Timed(seconds, call)]])


def test_an_active_pin_fires_once() -> None:
    level = replace(FREE, candies=(Candy(40, 90),), active_pins=(ActivePin(50, 70, 15),))
    play = played(level, (2.0, Call(Verb.cut_active_pin, 1)))
    assert [e.what for e in play.events] == ["attach", "cut_active_pin", "lost"]
    reach = [math.hypot(f.candies[0].x - 50, f.candies[0].y - 70) for f in play.frames if f.ropes]
    assert max(reach) < 15.6
    assert play.frames[-1].armed == ()


def test_a_crawler_wakes_crawls_and_steals() -> None:
    level = replace(HANGING, pins=(Pin(50, 90, (Rope(30),), crawler=True),))
    play = played(level)
    assert play.ending is Ending.stolen
    assert play.seconds == pytest.approx(0.6 + (30 - 3) / 12, abs=0.01)
    assert played(level, (2.0, Call(Verb.cut_pin, 1))).ending is Ending.lost


def test_spikes_reach_as_far_as_they_should() -> None:
    for x, ending in ((52.4, Ending.spiked), (52.6, Ending.lost)):
        assert played(replace(FREE, spikes=(Spikes(x, 20, x + 9, 20),))).ending is ending


def test_a_gate_is_dangerous_while_it_is_lit() -> None:
    gate = Gate(40, 30, 60, 30, on=0.5, off=5)
    assert played(replace(FREE, gates=(gate,))).ending is Ending.lost
    late = replace(gate, on=1.0)
    assert played(replace(FREE, gates=(late,))).ending is Ending.sparked
    assert [late.lit(seconds) for seconds in (0.0, 0.9, 1.0, 5.9, 6.0)] == [1, 1, 0, 0, 1]


def test_a_star_is_collected_until_it_expires() -> None:
    stars = (Star(55, 40), Star(45.1, 30, expires=5), Star(50, 20, expires=0.5), Star(56, 10))
    assert played(replace(FREE, stars=stars)).stars == 2


def test_a_hat_carries_candy_and_bubble_to_its_partner() -> None:
    hats = (Hat(50, 30, 0, 1), Hat(20, 50, 0, 3))
    level = replace(HANGING, hats=hats, candies=(Candy(50, 60.0),))
    play = played(level, (0.0, Call(Verb.cut_pin, 1)))
    entered, left = when(play, "enter_hat"), when(play, "leave_hat")
    assert left - entered == pytest.approx(0.1)
    inside = next(f for f in play.frames if entered < f.seconds < left)
    assert inside.candies[0].presence == IN_HAT
    fast = next(f for f in reversed(play.frames) if f.seconds < entered).candies[0].vy
    out = next(f for f in play.frames if f.seconds >= left).candies[0]
    assert (out.x, out.y) == (20, 50)
    assert out.vy == pytest.approx(-0.95 * fast, rel=0.01)


def test_a_slow_candy_leaves_a_hat_at_the_least_speed() -> None:
    hats = (Hat(50, 59.99, 0, 1), Hat(20, 50, 0, 1))
    play = played(replace(FREE, hats=hats))
    out = next(f for f in play.frames if f.seconds >= when(play, "leave_hat")).candies[0]
    assert out.vy == pytest.approx(5.0, abs=0.3)


def test_halves_merge_with_their_ropes_and_momentum() -> None:
    level = Level(
        (Candy(30, 60), Candy(70, 60)),
        FAR,
        (Pin(30, 90, (Rope(30, 1),)), Pin(70, 90, (Rope(30, 2),))),
        cushions=(Cushion(20, 60, 1, 0), Cushion(80, 60, -1, 0)),
    )
    taps = [(0.0, Call(Verb.tap_air_cushion, n, 1)) for n in (1, 2)]
    play = played(level, *taps)
    merged = next(f for f in play.frames if f.seconds >= when(play, "merge"))
    before = next(f for f in reversed(play.frames) if f.seconds < when(play, "merge"))
    assert [rope.candy for rope in merged.ropes] == [1, 1]
    assert merged.candies[0].x == pytest.approx(50, abs=1e-6)
    speeds = sum(candy.vx for candy in before.candies) / 2
    assert merged.candies[0].vx == pytest.approx(speeds, abs=1e-6)
    assert max(abs(f.candies[0].vx) for f in play.frames if f.seconds > merged.seconds) < 20


def test_one_half_cannot_be_eaten_and_losing_one_is_the_end() -> None:
    level = Level((Candy(50, 60), Candy(80, 60)), Mouth(50, 30), (Pin(80, 90, (Rope(30, 2),)),))
    assert played(level).ending is Ending.lost


def test_a_half_goes_through_a_hat_alone() -> None:
    level = Level(
        (Candy(50, 60), Candy(80, 60)),
        Mouth(80, 30),
        (Pin(80, 90, (Rope(30, 2),)),),
        hats=(Hat(50, 30, 0, 1), Hat(80, 80, 0, -1)),
    )
    play = played(level, (2.0, Call(Verb.cut_pin, 1)))
    entered = [e for e in play.events if e.what == "enter_hat"]
    assert [e.candy for e in entered] == [1]
    assert when(play, "merge") > when(play, "leave_hat")
    assert play.ending is Ending.eaten


def test_an_elastic_rope_throws() -> None:
    level = Level(
        (Candy(50, 30),), FAR, (Pin(50, 80, (Rope(25, stiffness=60),)), Pin(50, 10, (Rope(20),)))
    )
    play = played(level, (1.0, Call(Verb.cut_pin, 2)))
    assert max(frame.candies[0].y for frame in play.frames) > 80
    assert max(frame.candies[0].y for frame in play.frames if frame.seconds < 1.0) < 30.3


def test_a_pulley_slides_at_its_speed_and_does_not_jump() -> None:
    level = Level((Candy(20, 60),), FAR, pulleys=(Pulley(20, 90, 80, 90, 0.0, (Rope(30),)),))
    play = played(level, (0.0, Call(Verb.move_pulley_to, 1, 1.0)))
    places = {round(f.seconds, 4): f.pulleys[0][0] for f in play.frames}
    assert places[1.0] == pytest.approx(50)
    assert places[2.5] == 80
    assert max(abs(f.candies[0].vx) for f in play.frames) < 70
    assert played(level, (0.0, Call(Verb.cut_pulley, 1))).ending is Ending.lost


def test_a_pad_reflects() -> None:
    play = played(replace(FREE, pads=(Pad(40, 30, 60, 30, 0.8),)))
    at = when(play, "bounce")
    down = next(f for f in reversed(play.frames) if f.seconds < at).candies[0].vy
    up = next(f for f in play.frames if f.seconds >= at).candies[0].vy
    assert up == pytest.approx(-0.8 * down, rel=0.02)


def test_a_game_that_nothing_ends_times_out() -> None:
    play = played(HANGING, (0.0, Call(Verb.sleep, 0, 60.0)), stride=0)
    assert (play.ending, play.seconds) == (Ending.timeout, 60)
