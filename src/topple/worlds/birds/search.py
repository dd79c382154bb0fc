"""Search for shots that solve a task, close to what its plan says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.birds.action_space import turned
from topple.worlds.birds.planner import angles_to, closest_angle, flight
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.staging.plan import Aim
from topple.worlds.birds.task import BirdsTask

# How far a search goes from the plan at `tries` 1: angle, stretch, share of the way, seconds.
_SPREAD = (math.radians(4.0), 0.05, 0.1, 1.0)
# What counts as nearby, in the same order, the tap in seconds.
NEARBY = np.array([math.radians(1.0), 0.02, 0.05, 0.1])
_BATCH = 16
_STARTS = 64
DIGITS = 5  # of the numbers of a solution
_SHORTEST_STRETCH = 0.2

# For every shot: what is added to its angle, stretch, tap and delay.
Offsets = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Found:
    """Shots that solve a task, and how far they are from the plan."""

    shots: tuple[Shot, ...]
    offsets: Offsets
    tried: int


def planned(task: BirdsTask, offsets: Offsets | None = None) -> tuple[Shot, ...]:
    """Give the shots of the plan, each off by so much."""
    birds = task.level.birds
    offsets = np.zeros((len(task.plan), 4)) if offsets is None else offsets
    return tuple(
        _rounded(_shot(aim, bird, tuple(row)))
        for aim, bird, row in zip(task.plan, birds, offsets, strict=True)
    )


def solutions(
    task: BirdsTask, most: int, known: Sequence[Offsets] = (), *, threads: int | None = None
) -> Iterator[Found]:
    """Give solutions as they are found: the plan, what worked elsewhere, then around the plan."""
    candidates = _candidates(task, most, known, threads)
    tried = 0
    while batch := list(islice(candidates, _BATCH)):
        shots = [planned(task, offsets) for offsets in batch]
        for i, solved in enumerate(solves(task, shots, threads)):
            if solved:
                yield Found(shots[i], batch[i], tried + i + 1)
        tried += len(batch)


def solves(
    task: BirdsTask, shots: Sequence[Sequence[Shot]], threads: int | None = None
) -> list[bool]:
    """Say of each list of shots whether it solves the task."""
    plays = simulate(task.level, shots, rules=task.rules, outcome_only=True, threads=threads)
    return [play.outcome is Outcome.SOLVED for play in plays]


def nearby(shots: Sequence[Shot], key: str, count: int) -> list[tuple[Shot, ...]]:
    """Draw shots as a steady hand would miss these."""
    rng = generator("nearby", key)
    return [tuple(_jittered(shot, rng) for shot in shots) for _ in range(count)]


def _jittered(shot: Shot, rng: np.random.Generator) -> Shot:
    angle, stretch, tap, delay = rng.uniform(-1, 1, 4) * NEARBY
    moved = turned(shot, angle, stretch)
    late = None if shot.tap is None else max(0.0, shot.tap + tap)
    return Shot(moved.x, moved.y, late, max(0.0, shot.delay + delay) if shot.delay else 0.0)


def _candidates(
    task: BirdsTask, most: int, known: Sequence[Offsets], threads: int | None
) -> Iterator[Offsets]:
    count = len(task.plan)
    yield np.zeros((count, 4))
    yield from known
    rng = generator("search", task)
    spread = np.array([[aim.tries] for aim in task.plan]) * _SPREAD
    repeats = len(set(task.plan)) == 1
    starts = [] if repeats else _good_starts(task, rng, spread, threads)
    for number in range(most):
        # Wider and wider, so that what is close to the plan is found first.
        widen = min(1.0, 0.25 + number / (0.5 * most))
        drawn = rng.uniform(-1, 1, (count, 4)) * spread * widen
        if repeats and number % 2:
            drawn[:] = drawn[0]  # what hit once hits again
        elif starts:
            drawn[:-1] = starts[number % len(starts)]
        yield drawn


def _good_starts(
    task: BirdsTask, rng: np.random.Generator, spread: Offsets, threads: int | None
) -> list[Offsets]:
    """Draw all shots but the last; keep those that cost a pig, if any do."""
    count = len(task.plan) - 1
    drawn = [rng.uniform(-1, 1, (count, 4)) * spread[:-1] for _ in range(_STARTS)]
    last = np.zeros((1, 4))
    shots = [planned(task, np.concatenate([start, last]))[:-1] for start in drawn]
    plays = simulate(task.level, shots, rules=task.rules, threads=threads)
    most = max(play.pigs_left for play in plays)
    good = [start for start, play in zip(drawn, plays, strict=True) if play.pigs_left < most]
    return good or drawn


def _shot(aim: Aim, bird: str, offsets: tuple[float, ...]) -> Shot:
    turn, pull, tap, delay = offsets
    stretch = min(1.0, max(_SHORTEST_STRETCH, aim.stretch + pull))
    angles = angles_to(aim.x, aim.y, stretch=stretch, bird=bird)
    if angles:
        angle = angles[0] if aim.arc == "flat" else angles[-1]
    else:
        angle = closest_angle(aim.x, aim.y, stretch=stretch, bird=bird)
    shot = Shot.at_angle(angle + turn, stretch, None, max(0.0, aim.delay + delay * bool(aim.delay)))
    if aim.tap is None:
        return shot
    path = flight(shot, bird)
    time = path.time_to(path.x + (aim.tap + tap) * (aim.x - path.x))
    return replace(shot, tap=time)


def _rounded(shot: Shot) -> Shot:
    """Round as certificates do: what is stored is what was played."""
    x, y, tap, delay = (round(number, DIGITS) for number in shot.row())
    return Shot(x, y, None if tap < 0 else tap, delay)
