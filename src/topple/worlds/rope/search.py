"""Search for solutions, and measure them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from topple._native import rope as core
from topple.sim.checks import checked_threads, clear_errors
from topple.tasks.draw import generator
from topple.worlds.rope.calls import TICKS, Call, Timed, Verb, plan_of
from topple.worlds.rope.level import Level
from topple.worlds.rope.simulate import simulate
from topple.worlds.rope.task import RopeTask

Plan = tuple[Timed, ...]

WIDTH, DEPTH = 400, 6  # states kept per number of calls, and most calls
RATES = (240, 480, 960)  # steps per second at which a solution must work
LONGEST_WINDOW = 3.0  # seconds
_CHOICES = 30  # solutions that are compared
_SHIFTS = 12  # shifted plans per solution
_SPREAD = 0.1  # seconds
_AT_ONCE = 12  # moved plans that are played together


def solutions(level: Level, width: int = WIDTH, threads: int | None = None) -> list[Plan]:
    """Return plans that feed the creature and collect as many stars as were found."""
    with clear_errors():
        (found,) = core.search([level.native], width, DEPTH, checked_threads(threads))
    return [tuple(_time_call(row, level.rate) for row in rows) for _, rows in found]


def stars_of(level: Level, plans: Sequence[Iterable[Timed]], threads: int | None) -> list[int]:
    """Return the stars that each plan collects; -1 where the creature is not fed."""
    plays = simulate(level, [tuple(plan) for plan in plans], threads=threads)
    return [play.stars if play.eaten else -1 for play in plays]


def most_robust(task: RopeTask, plans: Sequence[Plan], threads: int | None) -> Plan:
    """Return the plan that works most often when its times are shifted at random."""
    rng = generator("rope shifts", task)
    choices = plans[:_CHOICES]
    shifted = [
        _shift(plan, rng.uniform(-_SPREAD, _SPREAD, len(plan)).tolist())
        for plan in choices
        for _ in range(_SHIFTS)
    ]
    works = np.array(stars_of(task.level, shifted, threads)).reshape(len(choices), _SHIFTS)
    best = int((works == works.max()).sum(axis=1).argmax())
    return trimmed(task.level, choices[best], threads)


def trimmed(level: Level, plan: Plan, threads: int | None) -> Plan:
    """Return the plan without the calls that it does not need."""
    (wanted,) = stars_of(level, [plan], threads)
    for number in reversed(range(len(plan))):
        shorter = plan[:number] + plan[number + 1 :]
        if stars_of(level, [shorter], threads)[0] >= wanted:
            plan = shorter
    return plan


def window(level: Level, plan: Plan, threads: int | None) -> float:
    """Return the width in seconds of the tightest gap before a call, at most 3.

    All calls from one on are moved together; the width is that of the range in which the creature
    is fed and no star is lost.
    """
    (wanted,) = stars_of(level, [plan], threads)
    reach = int(LONGEST_WINDOW * TICKS) // 2
    widths = []
    for first, entry in enumerate(plan):
        free = entry.seconds - (plan[first - 1].end if first else 0.0)
        spans = [(1, reach), (-1, min(reach, round(free * TICKS)))]
        works = [_ticks(level, plan, first, *span, wanted, threads) for span in spans]
        held = sum(reach if ticks is None else ticks for ticks in works)
        widths.append((held - 1) / TICKS if held < 2 * reach else LONGEST_WINDOW)
    return round(min(widths, default=LONGEST_WINDOW), 2)


def _ticks(
    level: Level, plan: Plan, first: int, way: int, most: int, wanted: int, threads: int | None
) -> int | None:
    """Return by how many ticks calls must be moved one way to fail; None if `most` are too few."""
    for start in range(1, most + 1, _AT_ONCE):
        ticks = range(start, min(start + _AT_ONCE, most + 1))
        moved = [_move(plan, first, way * tick / TICKS) for tick in ticks]
        works = [stars >= wanted for stars in stars_of(level, moved, threads)]
        if False in works:
            return start + works.index(False)
    return None


def holds(level: Level, plan: Plan, threads: int | None) -> bool:
    """Return whether a plan works at other step sizes, and a tick earlier and later."""
    (wanted,) = stars_of(level, [plan], threads)
    rates = [stars_of(replace(level, rate=rate), [plan], threads)[0] for rate in RATES]
    ticks = [_shift(plan, [by / TICKS] * len(plan)) for by in (-1, 1)]
    return min(rates + stars_of(level, ticks, threads)) >= wanted


def random_share(task: RopeTask, count: int, threads: int | None) -> float:
    """Return the share of random plans that feed the creature."""
    rng = generator("rope plans", task)
    plans = [plan_of(task.actions.sample(rng)) for _ in range(count)]
    return round(float(np.mean([s >= 0 for s in stars_of(task.level, plans, threads)])), 4)


def difficulty(calls: int, tightest: float, share: float) -> int:
    """Return how hard a task is, from 1 to 5: more calls, less time, fewer lucky plans."""
    points = 1 + (calls >= 2) + (calls >= 4) + (tightest < 0.6) + (tightest < 0.2) - (share > 0.4)
    return min(max(points, 1), 5)


def steps_of(plan: Plan) -> int:
    """Return how many steps a player needs who waits in a step of its own."""
    ends = [0.0, *(entry.end for entry in plan)]
    waits = sum(e.seconds > end + 1e-6 for e, end in zip(plan, ends, strict=False))
    return len(plan) + waits


def _time_call(row: tuple[int, int, int, float, int], rate: int) -> Timed:
    step, verb, item, value, taps = row
    number = float(taps) if verb == Verb.tap_air_cushion else value
    return Timed(round(step / rate, 5), Call(Verb(verb), item + 1, number))


def _move(plan: Plan, first: int, by: float) -> Plan:
    later = tuple(entry._replace(seconds=entry.seconds + by) for entry in plan[first:])
    return plan[:first] + later


def _shift(plan: Plan, by: Sequence[float]) -> Plan:
    """Return the plan with its times moved; the order of calls stays."""
    times = sorted(max(0.0, e.seconds + shift) for e, shift in zip(plan, by, strict=True))
    return tuple(e._replace(seconds=time) for e, time in zip(plan, times, strict=True))
