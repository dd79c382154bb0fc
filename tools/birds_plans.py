"""Fit the plan of a template of birds, so that it solves tasks wherever they put the scene.

    python tools/birds_plans.py NAME [NAME ...]

Every number of a plan may lean with the place of the scene: the place beside the target, the
stretch, the tap, the delay. Each in turn is tried at a row of values on many tasks, all others as
they are; the plane, or later the bent sheet, through most of what solves is kept if the plan as a
whole then solves more tasks. The tasks are not those that are served, so what certification says
of a plan is not what it was fitted to. Prints how many tasks the plan solves as it stands and how
many in the end, and the plan as a template says it.
"""

from __future__ import annotations

import argparse
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
from topple.worlds.birds.action import Shot
from topple.worlds.birds.certified import certificates
from topple.worlds.birds.planner import flight
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.search import planned
from topple.worlds.birds.shots import shots_of
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.strategy import Aiming, Lean, Number
from topple.worlds.birds.task import BirdsTask, task_of, template
from topple.worlds.birds.template import SCENARIOS, Template

Floats = NDArray[np.float64]

FIRST = 300  # tasks from here on are not served
TERMS = 6  # of 1, right, up, and the squares
# Of each round: how far the place beside the target is tried, at how many values, with how many
# terms. The other numbers are tried this much less far, in units of their own.
_ROUNDS = ((1.5, 41, 3), (0.7, 31, 3), (0.7, 31, 6), (0.3, 21, 6))
_REACH = {"place": 1.0, "stretch": 0.08, "tap": 0.25, "delay": 1.0}
_SMOOTH = np.array([1, 2, 4, 2, 1]) / 10  # what lies amid solutions is better than what is alone
_DRAWN, _KEPT, _CHILDREN, _CLIMBS = 6000, 40, 60, 14
_DIGITS = 4
_STARTS = 12  # stored solutions to start from
# From here on a plan is played in full: a level that an early bird ends was not solved by the rule.
_IN_TURN = SCENARIOS.index("non_greedy")


def main() -> int:
    """Fit and print."""
    parser = argparse.ArgumentParser(description="Fit the plans of templates of birds.")
    parser.add_argument("names", nargs="+", metavar="NAME", help="templates of birds")
    parser.add_argument("--tasks", type=int, default=80, help="tasks to fit to (80)")
    parser.add_argument("--processes", type=int, default=1, help="templates at once (1)")
    parser.add_argument("--seconds", type=float, default=3600.0, help="a template at most (3600)")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes) as pool:
        work = [pool.submit(_fit, n, options.tasks, options.seconds) for n in options.names]
        for done in as_completed(work):
            print(done.result(), flush=True)
    return 0


def _fit(name: str, count: int, seconds: float) -> str:
    """Fit one template, and give the lines to print."""
    end = time.monotonic() + seconds
    bench = _Bench.of(template(name), count)
    plan = bench.template.layout.plan
    stands = best = bench.solved(plan)
    for start in _starts(bench) if best < count - 1 else []:
        solved = bench.solved(start)
        if solved > best:
            plan, best = start, solved
    for reach, values, terms in _ROUNDS:
        for shots, number in _numbers(plan):
            if best >= count - 1 or time.monotonic() > end:
                break
            row = np.linspace(-1, 1, values) * reach * _REACH[number] * plan[shots[0]].tries ** 0.5
            grid = bench.grid([_changed(plan, shots, number, np.array([off])) for off in row])
            sheet = _sheet(grid, row, bench.moved, terms)
            changed = _changed(plan, shots, number, sheet)
            solved = bench.solved(changed)
            if solved > best:
                plan, best = changed, solved
    head = f"{name}: {stands} of {count} as it stands, {best} at best"
    return "\n".join([head, *(f"    {_said(aiming)}" for aiming in plan)])


@dataclass(frozen=True)
class _Bench:
    """Tasks of a template, and how far each moves the scene."""

    template: Template
    tasks: list[BirdsTask]
    moved: Floats  # tasks x (right, up)

    @classmethod
    def of(cls, template: Template, count: int) -> _Bench:
        tasks = [task_of(template, FIRST + i) for i in range(count)]
        return cls(template, tasks, np.array([_moved(template, task) for task in tasks]))

    def solved(self, plan: Sequence[Aiming]) -> int:
        """Count the tasks that a plan solves."""
        return int(self.grid([plan]).sum())

    def grid(self, plans: Sequence[Sequence[Aiming]]) -> NDArray[np.bool_]:
        """Say of tasks x plans what solves what."""
        rows = []
        in_turn = SCENARIOS.index(self.template.scenario) >= _IN_TURN
        for task, (right, up) in zip(self.tasks, self.moved.tolist(), strict=True):
            shots = [_shots(task, plan, right, up) for plan in plans]
            plays = simulate(task.level, shots, rules=task.rules, outcome_only=True, threads=1)
            rows.append(
                [
                    play.outcome is Outcome.SOLVED and (play.shots == len(played) or not in_turn)
                    for play, played in zip(plays, shots, strict=True)
                ]
            )
        return np.array(rows)


def _starts(bench: _Bench) -> list[tuple[Aiming, ...]]:
    """Read plans off stored solutions: each shot aims where it flies beside its target."""
    found = bench.template
    starts = []
    for one in list(certificates(found).tasks.values())[:_STARTS]:
        task = task_of(found, one.index)
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


def _numbers(plan: Sequence[Aiming]) -> list[tuple[list[int], str]]:
    """List what can be varied: numbers of single shots, and of all where they are alike."""
    found = []
    if len(plan) > 1 and len({(aiming.at, aiming.arc) for aiming in plan}) == 1:
        everyone = list(range(len(plan)))
        found = [(everyone, "place"), (everyone, "stretch")]
    for i, aiming in enumerate(plan):
        found.append(([i], "place"))
        if aiming.tap is not None:
            found.append(([i], "tap"))
        if aiming.delay:
            found.append(([i], "delay"))
        found.append(([i], "stretch"))
    return found


def _changed(
    plan: Sequence[Aiming], shots: Sequence[int], number: str, terms: Floats
) -> tuple[Aiming, ...]:
    """Add to one number of some shots."""
    changed = list(plan)
    for i in shots:
        field = number if number != "place" else "up" if plan[i].arc == "flat" else "right"
        sums = _terms(getattr(plan[i], field))
        sums[: len(terms)] += terms
        numbers: dict[str, Any] = {field: Lean(tuple(sums.round(_DIGITS).tolist()))}
        changed[i] = replace(changed[i], **numbers)
    return tuple(changed)


def _terms(number: Number) -> Floats:
    terms = np.zeros(TERMS)
    given = number.terms if isinstance(number, Lean) else (number,)
    terms[: len(given)] = given
    return terms


def _sheet(grid: NDArray[np.bool_], row: Floats, moved: Floats, terms: int) -> Floats:
    """Give the terms whose sheet over all places runs through most solutions."""
    rng = generator("sheet", len(row), terms)
    right, up = moved.T
    powers = np.stack([np.ones(len(moved)), right, up, right**2, right * up, up**2])[:terms]
    width = row[-1]
    # A step of one unit of the search changes any term's share by the whole row.
    scale = width / np.maximum(np.abs(powers).max(axis=1), 1e-9)
    scale[np.ptp(powers, axis=1) < 1e-9] = 0.0  # the place never changes
    scale[0] = width
    amid = np.array([np.convolve(np.pad(line, 2, mode="edge"), _SMOOTH, "valid") for line in grid])
    worth = 0.4 * grid + 0.6 * amid

    def value(sheets: Floats) -> Floats:
        at = (sheets @ powers - row[0]) / (row[1] - row[0])
        inside = (at > -0.5) & (at < len(row) - 0.5)
        at = np.clip(at, 0, len(row) - 1.001)
        low = at.astype(int)
        share = at - low
        tasks = np.arange(len(grid))
        worths = (1 - share) * worth[tasks, low] + share * worth[tasks, low + 1]
        total: Floats = (worths * inside).sum(axis=1)
        return total

    sheets = rng.normal(scale=0.5, size=(_DRAWN, terms)) * scale
    sheets[: _DRAWN // 2, 1:] = 0.0
    sheets[0] = 0.0
    best = sheets[np.argsort(-value(sheets), kind="stable")[:_KEPT]]
    for turn in range(_CLIMBS):
        children = np.repeat(best, _CHILDREN, axis=0)
        children = children + rng.normal(scale=0.3 * 0.75**turn, size=children.shape) * scale
        sheets = np.concatenate([best, children])
        best = sheets[np.argsort(-value(sheets), kind="stable")[:_KEPT]]
    chosen: Floats = best[0]
    return chosen


def _said(aiming: Aiming) -> str:
    """Say an aim as a template does, but for the name of what it is at."""
    plain = {"right": 0.0, "up": 0.0, "stretch": 1.0, "tap": None, "delay": 0.0, "tries": 1.0}
    parts = [f"({aiming.at[0]:g}, {aiming.at[1]:g})"]
    if aiming.arc != "flat":
        parts.append(f'"{aiming.arc}"')
    for field, usual in plain.items():
        number = getattr(aiming, field)
        if isinstance(number, Lean):
            terms = list(number.terms)
            while len(terms) > 1 and terms[-1] == 0:
                terms.pop()
            said = ", ".join(f"{term:g}" for term in terms)
            number = f"lean({said})" if len(terms) > 1 else said
        elif number == usual:
            continue
        parts.append(f"{field}={number}")
    return f"aim({', '.join(parts)})"


if __name__ == "__main__":
    sys.exit(main())
