"""Fit the plan of a template of birds, so that it solves tasks wherever they put the scene.

    python tools/birds_plans.py NAME [NAME ...]

Every number of a plan may lean with the place of the scene: the place beside the target, the
stretch, the tap, the delay. Each shot in turn is tried at a grid of places and stretches on many
tasks, first widely and along both arcs, all else as it is; the planes, or later the bent sheets,
through most of what solves are kept if the plan as a whole then solves more tasks. Taps and delays
are tried alike, each in a row. The tasks are not those that are served, so what certification says
of a plan is not what it was fitted to. Prints how many tasks the plan solves as it stands and how
many in the end, and the plan as a template says it.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.planner import flight
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.search import planned
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.staging.plan import Aiming, Arc, Charted, Lean, Number, powers
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS, Template
from topple.worlds.birds.world import WORLD, template

Floats = NDArray[np.float64]
_Round = tuple[tuple[float, int], tuple[float, int], int]

FIRST = 300  # tasks from here on are not served
TERMS = 10  # of a number that leans: 1, right, up, the squares, the cubes
# Of each round: how far places and stretches are tried, at how many values each, with how many
# terms. Taps and delays are tried at as many values as places, this much less far or farther.
_WIDE = ((2.0, 33), (0.26, 8), 3)
_ROUNDS = (((0.7, 21), (0.09, 7), 3), ((0.35, 17), (0.05, 5), 6), ((0.2, 13), (0.03, 5), 10))
_REACH = {"tap": 0.25, "delay": 1.0}
_MIDDLE = 0.76  # the stretch about which the wide round tries
_SMOOTH = np.array([1, 2, 4, 2, 1]) / 10  # what lies amid solutions is better than what is alone
_BESIDE = (-0.02, -0.01, 0.01, 0.02)  # units; what holds there too is not solved by chance
_DRAWN, _KEPT, _CHILDREN, _CLIMBS, _PLAYED = 12000, 40, 60, 16, 6
_DIGITS = 4  # that count
_AIMED = ("place", "stretch")
_STARTS = 12  # stored solutions to start from
# From here on a plan is played in full: a level that an early bird ends was not solved by the rule.
_IN_TURN = SCENARIOS.index("non_greedy")


def main() -> int:
    """Fit and print."""
    parser = argparse.ArgumentParser(description="Fit the plans of templates of birds.")
    parser.add_argument("names", nargs="+", metavar="NAME", help="templates of birds")
    parser.add_argument("--tasks", type=int, default=80, help="tasks to fit to (80)")
    parser.add_argument("--near", action="store_true", help="try nothing far from the plan")
    parser.add_argument("--processes", type=int, default=1, help="templates at once (1)")
    parser.add_argument("--threads", type=int, default=1, help="threads a template (1)")
    parser.add_argument("--seconds", type=float, default=3600.0, help="a template at most (3600)")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes) as pool:
        work = [
            pool.submit(_fit, name, options.tasks, options.threads, options.near, options.seconds)
            for name in options.names
        ]
        for done in as_completed(work):
            print(done.result(), flush=True)
    return 0


def _fit(name: str, count: int, threads: int, near: bool, seconds: float) -> str:
    """Fit one template, and give the lines to print."""
    end = time.monotonic() + seconds
    bench = Bench.of(template(name), count, threads)
    plan = bench.template.layout.plan
    stands, best = bench.solved(plan), bench.held(plan)

    def consider(plans: Sequence[tuple[Aiming, ...]]) -> None:
        nonlocal plan, best
        for other in plans:
            held = bench.held(other)
            if held > best:
                plan, best = other, held

    def enough() -> bool:
        return best > 0.99 or time.monotonic() > end

    if not near and not enough():
        consider(_starts(bench))
    arcs: tuple[Arc, ...] = () if near else ("flat", "steep")
    for i, arc in itertools.product(range(len(plan)), arcs):
        if not enough():
            middle = replace(plan[i], arc=arc, right=0.0, up=0.0, stretch=_MIDDLE)
            consider(bench.fitted((*plan[:i], middle, *plan[i + 1 :]), [i], _AIMED, _WIDE))
    for round_ in _ROUNDS:
        for shots, numbers in _numbers(plan):
            if not enough():
                consider(bench.fitted(plan, shots, numbers, round_))
    head = f"{name}: {stands} of {count} as it stands, {bench.solved(plan)} at best"
    return "\n".join([head, *(f"    {_said(aiming)}" for aiming in plan)])


@dataclass(frozen=True)
class Bench:
    """Tasks of a template, and how far each moves the scene."""

    template: Template
    tasks: list[BirdsTask]
    moved: Floats  # tasks x (right, up)
    threads: int

    @classmethod
    def of(cls, template: Template, count: int, threads: int) -> Bench:
        tasks = [template.task(FIRST + i) for i in range(count)]
        moved = np.array([_moved(template, task) for task in tasks])
        return cls(template, tasks, moved, threads)

    def fitted(
        self, plan: tuple[Aiming, ...], shots: list[int], numbers: tuple[str, ...], round_: _Round
    ) -> list[tuple[Aiming, ...]]:
        """Give plans with some numbers of some shots fitted, the most promising first."""
        *tried, terms = round_
        rows = [
            np.linspace(-1, 1, values) * reach * _REACH.get(number, 1.0)
            for number, (reach, values) in zip(numbers, tried, strict=False)
        ]
        rows[0] *= plan[shots[0]].tries ** 0.5
        offsets = [[np.array([off]) for off in point] for point in itertools.product(*rows)]
        grid = self.grid([changed(plan, shots, numbers, offset) for offset in offsets])
        shape = (len(self.tasks), *(len(row) for row in rows))
        sheets = sheets_through(grid.reshape(shape), rows, self.moved, terms)
        return [changed(plan, shots, numbers, sheet) for sheet in sheets]

    def solved(self, plan: Sequence[Aiming]) -> int:
        """Count the tasks that a plan solves."""
        return int(self.grid([plan]).sum())

    def held(self, plan: Sequence[Aiming]) -> float:
        """Give the share of tasks that a plan solves, and plans that aim a little beside it."""
        everyone = range(len(plan))
        beside = [changed(plan, everyone, ("place",), [np.array([off])]) for off in _BESIDE]
        return float(self.grid([plan, *beside]).mean())

    def grid(self, plans: Sequence[Sequence[Aiming]]) -> NDArray[np.bool_]:
        """Say of tasks x plans what solves what."""
        rows = []
        in_turn = SCENARIOS.index(self.template.scenario) >= _IN_TURN
        for task, (right, up) in zip(self.tasks, self.moved.tolist(), strict=True):
            shots = [_shots(task, plan, right, up) for plan in plans]
            plays = simulate(
                task.level, shots, rules=task.rules, outcome_only=True, threads=self.threads
            )
            rows.append(
                [
                    play.outcome is Outcome.SOLVED and (play.shots == len(played) or not in_turn)
                    for play, played in zip(plays, shots, strict=True)
                ]
            )
        return np.array(rows)


def _starts(bench: Bench) -> list[tuple[Aiming, ...]]:
    """Read plans off stored solutions: each shot aims where it flies beside its target."""
    found = bench.template
    starts = []
    for one in list(WORLD.certificates(found).tasks.values())[:_STARTS]:
        task = found.task(one.index)
        right, up = _moved(found, task)
        starts.append(
            tuple(
                _flown(aiming, shot, bird, right, up)
                for aiming, shot, bird in zip(
                    found.layout.plan, shots_of(one.solution), task.level.birds, strict=False
                )
            )
        )
    return [start for start in starts if len(start) == len(found.layout.plan)]


def _flown(aiming: Aiming, shot: Shot, bird: str, right: float, up: float) -> Aiming:
    path = flight(shot, bird)
    ways = np.array([path.at(time) for time in np.arange(0.0, 8.0, 0.002).tolist()])
    xs, ys = ways.T
    stretch = round(min(1.0, math.hypot(shot.x, shot.y) / Rules().most_stretch), 3)
    if aiming.arc == "flat":
        target = replace(aiming, up=0.0).placed(right, up)
        aiming = replace(aiming, up=round(float(np.interp(target.x, xs, ys)) - target.y, 3))
    else:
        target = replace(aiming, right=0.0).placed(right, up)
        top = int(np.argmax(ys))
        falling = top + int(np.argmin(np.abs(ys[top:] - target.y)))
        aiming = replace(aiming, right=round(float(xs[falling]) - target.x, 3))
    tap = aiming.tap
    if tap is not None and shot.tap is not None:
        reached = path.at(shot.tap)[0] - path.x
        tap = round(reached / (aiming.placed(right, up).x - path.x), 3)
    return replace(aiming, stretch=stretch, tap=tap, delay=shot.delay)


def _moved(template: Template, task: BirdsTask) -> tuple[float, float]:
    """Say how far a task puts the scene from where its template lays it out."""
    layout = template.layout
    first = next(i for i in range(len(layout.things)) if i not in layout.fixed)
    laid, put = layout.things[first], task.level.things[first]
    return put.x - laid.x, put.y - laid.y


def _shots(task: BirdsTask, plan: Sequence[Aiming], right: float, up: float) -> tuple[Shot, ...]:
    aims = tuple(aiming.placed(right, up) for aiming in plan)
    return planned(replace(task, plan=aims))


def _numbers(plan: Sequence[Aiming]) -> list[tuple[list[int], tuple[str, ...]]]:
    """List what is varied at once: numbers of single shots, and of all where they are alike."""
    found: list[tuple[list[int], tuple[str, ...]]] = []
    if len(plan) > 1 and len({(aiming.at, aiming.arc) for aiming in plan}) == 1:
        found = [(list(range(len(plan))), _AIMED)]
    for i, aiming in enumerate(plan):
        found.append(([i], _AIMED))
        if aiming.tap is not None:
            found.append(([i], ("tap",)))
        if aiming.delay:
            found.append(([i], ("delay",)))
    return found


def changed(
    plan: Sequence[Aiming], shots: Sequence[int], numbers: Sequence[str], terms: Sequence[Floats]
) -> tuple[Aiming, ...]:
    """Add to some numbers of some shots."""
    result = list(plan)
    for i in shots:
        place = "up" if plan[i].arc == "flat" else "right"
        for number, added in zip(numbers, terms, strict=True):
            field = place if number == "place" else number
            more: dict[str, Any] = {field: _more(getattr(plan[i], field), added)}
            result[i] = replace(result[i], **more)
    return tuple(result)


def _more(number: Number, added: Floats) -> Number:
    """Add terms to a number, whichever way a chart then picks."""
    common = number.common if isinstance(number, Charted) else number
    sums = _terms(common)
    sums[: len(added)] += added
    total = Lean(tuple(map(_short, sums.tolist())))
    return replace(number, common=total) if isinstance(number, Charted) else total


def _short(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")


def _terms(number: float | Lean) -> Floats:
    terms = np.zeros(TERMS)
    given = number.terms if isinstance(number, Lean) else (number,)
    terms[: len(given)] = given
    return terms


def sheets_through(
    grid: NDArray[np.bool_], rows: Sequence[Floats], moved: Floats, terms: int
) -> list[list[Floats]]:
    """Give the terms of numbers whose sheets over all places run through most solutions."""
    rng = generator("sheets", grid.shape, terms)
    counted = np.array([powers(right, up) for right, up in moved.tolist()]).T[:terms]
    # A step of one unit of the search changes any term's share by the whole row.
    shares = 1 / np.maximum(np.abs(counted).max(axis=1), 1e-9)
    shares[np.ptp(counted, axis=1) < 1e-9] = 0.0  # the place never changes
    shares[0] = 1.0
    scale = np.array([row[-1] * shares for row in rows])  # numbers x terms
    worth = worth_of(grid)

    def value(sheets: Floats) -> Floats:
        """Interpolate what solves at the sheets, in all numbers at once."""
        tasks = np.arange(len(grid))
        inside = np.ones((len(sheets), len(grid)), dtype=bool)
        corners: list[tuple[Floats, tuple[NDArray[np.intp], ...]]] = [(np.ones(1), ())]
        for k, row in enumerate(rows):
            at = (sheets[:, k] @ counted - row[0]) / (row[1] - row[0])
            inside &= (at > -0.5) & (at < len(row) - 0.5)
            at = np.clip(at, 0, len(row) - 1.001)
            low = at.astype(np.intp)
            share = at - low
            corners = [
                (weight * part, (*index, low + step))
                for weight, index in corners
                for step, part in ((0, 1 - share), (1, share))
            ]
        worths = sum(weight * worth[(tasks, *index)] for weight, index in corners)
        total: Floats = (worths * inside).sum(axis=1)
        return total

    def fittest(sheets: Floats) -> Floats:
        return sheets[np.argsort(-value(sheets), kind="stable")[:_KEPT]]

    sheets = rng.normal(scale=0.5, size=(_DRAWN, *scale.shape)) * scale
    sheets[: _DRAWN // 2, :, 1:] = 0.0
    sheets[0] = 0.0
    best = fittest(sheets)
    for turn in range(_CLIMBS):
        children = np.repeat(best, _CHILDREN, axis=0)
        children = children + rng.normal(scale=0.3 * 0.78**turn, size=children.shape) * scale
        best = fittest(np.concatenate([best, children]))
    return [list(sheet) for sheet in best[:_PLAYED]]


def worth_of(grid: NDArray[np.bool_]) -> Floats:
    """Weigh every solution with what lies around it."""
    amid = grid.astype(np.float64)
    for axis in range(1, grid.ndim):
        amid = np.apply_along_axis(
            lambda line: np.convolve(np.pad(line, 2, mode="edge"), _SMOOTH, "valid"), axis, amid
        )
    worth: Floats = 0.4 * grid + 0.6 * amid
    return worth


def _said(aiming: Aiming) -> str:
    """Say an aim as a template does, but for the name of what it is at."""
    plain = {"right": 0.0, "up": 0.0, "stretch": 1.0, "tap": None, "delay": 0.0, "tries": 1.0}
    parts = [f"({aiming.at[0]:g}, {aiming.at[1]:g})"]
    if aiming.arc != "flat":
        parts.append(f'"{aiming.arc}"')
    for field, usual in plain.items():
        number = getattr(aiming, field)
        if number != usual:
            parts.append(f"{field}={said_number(number)}")
    return f"aim({', '.join(parts)})"


def said_number(number: Number) -> str:
    """Say a number as a template does; a chart is called `ways`."""
    if isinstance(number, Charted):
        picked = [f"{letter}={said_number(way)}" for letter, way in number.numbers.items()]
        common = [said_number(number.common)] if number.common else []
        return f"ways.pick({', '.join(common + picked)})"
    if not isinstance(number, Lean):
        return f"{number:g}"
    terms = list(number.terms)
    while len(terms) > 1 and terms[-1] == 0:
        terms.pop()
    listed = ", ".join(f"{term:g}" for term in terms)
    return f"lean({listed})" if len(terms) > 1 else listed


if __name__ == "__main__":
    sys.exit(main())
