"""Find where around its target a template's plan solves most tasks, to write into the template.

    python tools/birds_plans.py NAME [NAME ...]

Plans drawn around the one that stands race over the template's certified tasks: those that solve
fewest drop out, and a second race starts from the best. Prints how many tasks the plan solves as it
stands, how many the best does, and the best as a call of `stage.plan`, with targets as they lie.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import generator
from topple.worlds.birds.action import Shot
from topple.worlds.birds.certified import certificates
from topple.worlds.birds.search import planned, solves
from topple.worlds.birds.strategy import Aim
from topple.worlds.birds.task import BirdsTask, task_of, template

# What is added at most to the place along the ground, the height, the stretch, the tap, the delay.
_SPREAD = np.array([0.8, 0.8, 0.05, 0.12, 1.0])
_DRAWN = 192
_AGAIN = 128  # plans of the second race, drawn this much closer:
_CLOSER = 0.3
_BEST = 4  # plans the second race starts from
# After so many tasks only so many plans race on.
_STAGES = ((8, 64), (20, 20), (45, 8), (100, 1))

Change = NDArray[np.float64]  # a row for every shot, as in _SPREAD


def main() -> int:
    """Race and print."""
    parser = argparse.ArgumentParser(description="Find a better plan for templates of birds.")
    parser.add_argument("names", nargs="+", metavar="NAME", help="templates of birds")
    for name in parser.parse_args().names:
        found = template(name)
        tasks = [task_of(found, i) for i in list(certificates(found).tasks) or range(100)]
        same = np.zeros((len(tasks[0].plan), len(_SPREAD)))
        stands = _race(tasks, [same])[0][0]
        first = _race(tasks, [same, *_around(tasks[0], [same], 1.0, _DRAWN)])
        best = [change for _, change in first[:_BEST]]
        again = _race(tasks, [*best, *_around(tasks[0], best, _CLOSER, _AGAIN)])
        solved, change = max(first + again, key=lambda pair: pair[0])
        print(f"{name}: {stands} of {len(tasks)} as it stands, {solved} at best")
        for was, aim in zip(tasks[0].plan, _changed(tasks[0].plan, change), strict=True):
            print(f"  right={aim.x - was.x:+.2f} up={aim.y - was.y:+.2f} {aim}", flush=True)
    return 0


def _around(task: BirdsTask, starts: Sequence[Change], width: float, count: int) -> list[Change]:
    """Draw changes of a plan: flat shots differ in height, steep ones along the ground."""
    rng = generator("plans", task.id.template, width)
    tries = np.array([[aim.tries] for aim in task.plan])
    flat = np.array([aim.arc == "flat" for aim in task.plan])
    drawn = []
    for number in range(count):
        change = rng.uniform(-1, 1, (len(task.plan), len(_SPREAD))) * tries * _SPREAD * width
        change[flat, 0] = 0.0
        change[~flat, 1] = 0.0
        change[rng.random(len(task.plan)) < 0.5, 2] = 0.0
        if len(set(task.plan)) == 1 and number % 2:
            change[:] = change[0]  # what hit once hits again
        drawn.append(starts[number % len(starts)] + change)
    return drawn


def _race(tasks: Sequence[BirdsTask], changes: Sequence[Change]) -> list[tuple[int, Change]]:
    """Give the plans that stay to the end, or dropped out last, best first."""
    solved = np.zeros(len(changes), int)
    racing = np.arange(len(changes))
    order = generator("race", tasks[0].id.template).permutation(len(tasks))
    played = 0
    for until, stay in _STAGES:
        last = racing
        for index in order[played:until].tolist():
            task = tasks[index]
            plans = [_changed(task.plan, changes[i]) for i in racing.tolist()]
            shots = [_shots(task, plan) for plan in plans]
            solved[racing] += solves(task, shots)
        played = until
        racing = racing[np.argsort(-solved[racing], kind="stable")][:stay]
    ranked = last[np.argsort(-solved[last], kind="stable")]
    return [(int(solved[i]), changes[i]) for i in ranked.tolist()]


def _changed(plan: Sequence[Aim], change: Change) -> tuple[Aim, ...]:
    """Change a plan, rounded as one would write it."""
    aims = []
    for aim, (right, up, stretch, tap, delay) in zip(plan, change.tolist(), strict=True):
        aims.append(
            replace(
                aim,
                x=aim.x + round(right, 2),
                y=aim.y + round(up, 2),
                stretch=min(1.0, round(aim.stretch + stretch, 3)),
                tap=None if aim.tap is None else round(aim.tap + tap, 3),
                delay=round(max(0.0, aim.delay + delay), 2) if aim.delay else 0.0,
            )
        )
    return tuple(aims)


def _shots(task: BirdsTask, plan: tuple[Aim, ...]) -> tuple[Shot, ...]:
    return planned(replace(task, plan=plan), np.zeros((len(plan), 4)))


if __name__ == "__main__":
    sys.exit(main())
