"""Search for shots that solve a task, starting from its plan.

The search tries the plan and the changes that solved other tasks. Then it turns the shots step by
step, alternating with random changes. Several birds are searched one after the other: the most
promising first shots are kept, and the next bird is tried after each of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, repeat, zip_longest

import numpy as np

from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.birds.action_space import turned
from topple.worlds.birds.planner import angles_to, closest_angle, flight
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.staging.plan import Aim
from topple.worlds.birds.task import BirdsTask

# Standard deviations of nearby shots: angle, stretch, seconds of the tap and of the delay.
NEARBY = np.array([math.radians(1.0), 0.02, 0.05, 0.1])
DIGITS = 5  # decimals of the numbers in a solution
_BATCH = 16
_SHORTEST_STRETCH = 0.2

# The sweep turns a shot by these degrees, the smallest turns first.
_TURNS = [sign * step / 2 for step in range(1, 17) for sign in (1, -1)]
# The widest random changes: angle, stretch, share of the way, seconds. They are scaled by the cube
# of a uniform draw, so that most are small and often only one of them is large.
_WIDEST = np.array([math.radians(10.0), 0.3, 0.4, 2.5])
_OTHER_ARC = 8  # every eighth random change takes the other arc
_STARTS = 8  # kept choices of shots for the birds before the last
_CLOSEST = 2  # solutions chosen because they are closest to the plan
_STARTS_TRIED = 128
_STRIDE = 50  # steps between recorded moments, to see which pigs are left


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between a shot and its aim."""

    turn: float = 0.0  # radians
    stretch: float = 0.0
    tap: float = 0.0  # share of the way
    delay: float = 0.0
    other_arc: bool = False


Changes = tuple[Change, ...]  # one per bird


@dataclass(frozen=True, slots=True)
class Found:
    """Shots that solve a task, and how they differ from the plan."""

    shots: tuple[Shot, ...]
    changes: Changes
    tried: int


def planned(task: BirdsTask, changes: Changes = ()) -> tuple[Shot, ...]:
    """Return the shots of the plan with these changes; birds without a change follow the plan."""
    padded = (*changes, *[Change()] * (len(task.plan) - len(changes)))
    return tuple(
        _round_shot(_shot(aim, bird, change))
        for aim, bird, change in zip(task.plan, task.level.birds, padded, strict=True)
    )


def solutions(
    task: BirdsTask, most: int, known: Sequence[Changes] = (), *, threads: int | None = None
) -> Iterator[Found]:
    """Yield solutions as they are found: the plan, `known` changes, then `most` searched ones."""
    tried = 0
    searched = _candidates(task, most, known, threads)
    batch: list[Changes] = [(), *known]
    while batch:
        shots = [planned(task, changes) for changes in batch]
        for i, solved in enumerate(solves(task, shots, threads)):
            if solved:
                yield Found(shots[i], batch[i], tried + i + 1)
        tried += len(batch)
        batch = list(islice(searched, _BATCH))


def solves(
    task: BirdsTask, shots: Sequence[Sequence[Shot]], threads: int | None = None
) -> list[bool]:
    """Return for each list of shots whether it solves the task."""
    plays = simulate(task.level, shots, rules=task.rules, outcome_only=True, threads=threads)
    return [play.outcome is Outcome.SOLVED for play in plays]


def nearby(shots: Sequence[Shot], key: str, count: int) -> list[tuple[Shot, ...]]:
    """Draw shots that differ a little from these, as a player's inaccuracy would."""
    rng = generator("nearby", key)
    return [tuple(_jitter(shot, rng) for shot in shots) for _ in range(count)]


def _jitter(shot: Shot, rng: np.random.Generator) -> Shot:
    angle, stretch, tap, delay = rng.uniform(-1, 1, 4) * NEARBY
    moved = turned(shot, angle, stretch)
    late = None if shot.tap is None else max(0.0, shot.tap + tap)
    return Shot(moved.x, moved.y, late, max(0.0, shot.delay + delay) if shot.delay else 0.0)


def _candidates(
    task: BirdsTask, most: int, known: Sequence[Changes], threads: int | None
) -> Iterator[Changes]:
    """Yield changes for all birds: the last bird is varied after each of the best starts."""
    starts: list[Changes] = [()]
    for bird in range(len(task.plan) - 1):
        drawn = _extend(task, starts, generator("start", task, bird))
        elsewhere = [changes[: bird + 1] for changes in known if len(changes) > bird]
        starts = _best_starts(task, [*islice(drawn, _STARTS_TRIED), *elsewhere], threads)
    searched = _extend(task, starts, generator("search", task))
    if len(task.plan) > 1 and len(set(task.plan)) == 1:
        # A shot that hits once hits again: every other candidate shoots all birds alike.
        variants = _variants(task, (), generator("alike", task))
        alike = ((change,) * len(task.plan) for change in variants)
        searched = chain.from_iterable(zip(alike, searched, strict=False))
    yield from islice(searched, most)


def _best_starts(task: BirdsTask, tried: Sequence[Changes], threads: int | None) -> list[Changes]:
    """Play the shots of the first birds and return the most promising ones.

    Killing most pigs first may block the way to the last one, and a shot that opens a way may do no
    damage. So the starts that do most damage are kept for every set of pigs left, and some that are
    closest to the plan.
    """
    shots = [planned(task, changes)[: len(changes)] for changes in tried]
    plays = simulate(task.level, shots, rules=task.rules, stride=_STRIDE, threads=threads)
    groups: dict[frozenset[int], list[int]] = {}
    for i in sorted(range(len(tried)), key=lambda i: -plays[i].score):
        groups.setdefault(_pigs_left(task, plays[i]), []).append(i)
    by_size = sorted(groups.values(), key=lambda group: plays[group[0]].pigs_left)
    best = [i for ranked in zip_longest(*by_size) for i in ranked if i is not None]
    kept = dict.fromkeys([*best[: _STARTS - _CLOSEST], *range(len(tried))])
    return [tried[i] for i in islice(kept, _STARTS)]


def _pigs_left(task: BirdsTask, play: Play) -> frozenset[int]:
    """Return the indices of the pigs that are alive at the end of a recorded play."""
    rows = play.tracks()
    bodies = rows[rows[:, 0] == rows[-1, 0], 1].astype(int)
    things = task.level.things  # body 0 is the ground, then the things follow
    return frozenset(
        body - 1
        for body in bodies.tolist()
        if 1 <= body <= len(things) and things[body - 1].role == "pig"
    )


def _extend(
    task: BirdsTask, starts: Sequence[Changes], rng: np.random.Generator
) -> Iterator[Changes]:
    """Yield the starts with one more bird, start after start."""
    each = [_variants(task, start, rng) for start in starts]
    while True:
        for start, variants in zip(starts, each, strict=True):
            yield (*start, next(variants))


def _variants(task: BirdsTask, start: Changes, rng: np.random.Generator) -> Iterator[Change]:
    """Yield changes for the bird after a start: small turns, alternating with random changes.

    A bird that has the same aim as the one before it starts from the change of that one.
    """
    bird = len(start)
    repeats = bird > 0 and task.plan[bird] == task.plan[bird - 1]
    base = start[-1] if repeats else Change()
    yield base
    for number, degrees in enumerate(chain(_TURNS, repeat(None)), 1):
        if degrees is not None:
            yield replace(base, turn=base.turn + math.radians(degrees))
        wide = rng.uniform(-1, 1, 4)
        turn, stretch, tap, delay = (wide * wide * wide * _WIDEST).tolist()
        yield Change(
            base.turn + turn,
            base.stretch + stretch,
            base.tap + tap,
            base.delay + delay,
            base.other_arc != (number % _OTHER_ARC == 0),
        )


def _shot(aim: Aim, bird: str, change: Change) -> Shot:
    stretch = min(1.0, max(_SHORTEST_STRETCH, aim.stretch + change.stretch))
    angles = angles_to(aim.x, aim.y, stretch=stretch, bird=bird)
    if angles:
        flat = (aim.arc == "flat") != change.other_arc
        angle = angles[0] if flat else angles[-1]
    else:
        angle = closest_angle(aim.x, aim.y, stretch=stretch, bird=bird)
    delay = max(0.0, aim.delay + change.delay) if aim.delay else 0.0
    shot = Shot.at_angle(angle + change.turn, stretch, None, delay)
    if aim.tap is None:
        return shot
    path = flight(shot, bird)
    time = path.time_to(path.x + (aim.tap + change.tap) * (aim.x - path.x))
    return replace(shot, tap=time)


def _round_shot(shot: Shot) -> Shot:
    """Round as certificates do, so that the stored shots are the played ones."""
    x, y, tap, delay = (round(number, DIGITS) for number in shot.row())
    return Shot(x, y, None if tap < 0 else tap, delay)
