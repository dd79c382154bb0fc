"""Measure how many steps of Kinetix levels are simulated per second: S, M and L.

All figures come from one run on one machine, so that their ratios mean something. With --kinetix
PYTHON, kinetix-env 3.0.2 in that environment steps the same levels, one at a time and in batches;
both are measured by CPU time, because its compiler uses all cores.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from topple.worlds.kinetix.actions import DECISIONS
from topple.worlds.kinetix.level import SIZES
from topple.worlds.kinetix.simulate import simulate
from topple.worlds.kinetix.template import HandMade, all_templates

EPISODES = {"s": 400, "m": 200, "l": 60}  # per level


def main() -> None:
    """Print a table, or two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--kinetix", metavar="PYTHON", help="interpreter that has kinetix-env 3.0.2"
    )
    options = parser.parse_args()
    print("size  steps/s on one thread  on two threads  ratio  us per step")
    for size in SIZES:
        one, two = steps_per_second(size, 1), steps_per_second(size, 2)
        print(f"{size.upper():4}  {one:21,.0f}  {two:14,.0f}  {two / one:5.2f}  {1e6 / one:11.1f}")
    if options.kinetix:
        compare(options.kinetix)


def compare(python: str) -> None:
    """Print the CPU time per step of the original, and how many times as fast we are."""
    worker = Path(__file__).with_name("kinetix_original.py")
    print("\nsize  ours, us  single, us  ratio  batched, us  ratio")
    for size in SIZES:
        levels = [name.partition("_")[2] for name in _names(size)]
        done = subprocess.run(
            [python, "-P", str(worker)],  # this folder's `kinetix.py` must not hide the package
            input=json.dumps({"size": size, "levels": levels}),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env={**os.environ, "JAX_PLATFORMS": "cpu"},
        )
        theirs = json.loads(done.stdout.splitlines()[-1])
        ours = 1 / steps_per_second(size, 1, clock=time.process_time)
        cells = (f"{1e6 * theirs[way]:,.0f}  {theirs[way] / ours:,.0f}x" for way in theirs)
        print(f"{size.upper():4}  {1e6 * ours:.1f}  {'  '.join(cells)}")


def _names(size: str) -> list[str]:
    found = all_templates().values()
    return [each.name for each in found if isinstance(each, HandMade) and each.size == size]


def steps_per_second(
    size: str, threads: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return how many steps of the game random play of all levels of a size takes per second."""
    rng = np.random.default_rng(0)
    tasks = [all_templates()[name].task(0) for name in _names(size) for _ in range(EPISODES[size])]
    rows = [task.actions.full(task.actions.sample(rng)) for task in tasks]
    levels = [task.level for task in tasks]
    simulate(levels[:DECISIONS], rows[:DECISIONS], threads=threads)
    start = clock()
    plays = simulate(levels, rows, threads=threads)
    return sum(play.steps for play in plays) / (clock() - start)


if __name__ == "__main__":
    main()
