"""Measure how many steps of Kinetix levels are simulated per second: S, M and L.

All figures come from one run on one machine, so that their ratios mean something.
"""

from __future__ import annotations

import time

import numpy as np

from topple.worlds.kinetix.actions import DECISIONS
from topple.worlds.kinetix.level import SIZES
from topple.worlds.kinetix.simulate import simulate
from topple.worlds.kinetix.template import HandMade, all_templates

EPISODES = {"s": 400, "m": 200, "l": 60}  # per level


def main() -> None:
    """Print a table."""
    print("size  steps/s on one thread  on two threads  ratio  us per step")
    for size in SIZES:
        one, two = steps_per_second(size, 1), steps_per_second(size, 2)
        print(f"{size.upper():4}  {one:21,.0f}  {two:14,.0f}  {two / one:5.2f}  {1e6 / one:11.1f}")


def steps_per_second(size: str, threads: int) -> float:
    """Return how many steps of the game random play of all levels of a size takes per second."""
    rng = np.random.default_rng(0)
    tasks = [
        template.task(0)
        for template in all_templates().values()
        if isinstance(template, HandMade) and template.size == size
        for _ in range(EPISODES[size])
    ]
    rows = [task.actions.full(task.actions.sample(rng)) for task in tasks]
    levels = [task.level for task in tasks]
    simulate(levels[:DECISIONS], rows[:DECISIONS], threads=threads)
    start = time.perf_counter()
    plays = simulate(levels, rows, threads=threads)
    return sum(play.steps for play in plays) / (time.perf_counter() - start)


if __name__ == "__main__":
    main()
