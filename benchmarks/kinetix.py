"""Measure how many steps of Kinetix levels are simulated per second: S, M and L.

    python benchmarks/kinetix.py [--kinetix PYTHON]

With --kinetix PYTHON, kinetix-env 3.0.2 in that environment steps the same levels, one at a time
and in batches. All figures are CPU times of one run, because its compiler uses all cores.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import record
from gain import Gain, gain

from topple.worlds.kinetix.actions import Rows
from topple.worlds.kinetix.level import SIZES, Level
from topple.worlds.kinetix.simulate import simulate
from topple.worlds.kinetix.template import HandMade, all_templates

EPISODES = {"s": 400, "m": 200, "l": 60}  # per level
TARGETS = {"single": 100, "batched": 10}


def main() -> None:
    """Measure all sizes and store the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--kinetix", metavar="PYTHON", help="interpreter that has kinetix-env 3.0.2"
    )
    options = parser.parse_args()
    ways = tuple(TARGETS) if options.kinetix else ()
    columns = (column for way in ways for column in (f"{way}, us", f"ratio (aim {TARGETS[way]})"))
    rows = [("size", "steps/s and core", "us per step", *columns)]
    for size in SIZES:
        ours = step_s(*episodes(size))
        theirs = original_step_s(options.kinetix, size) if options.kinetix else {}
        cells = (
            cell
            for way in ways
            for cell in (f"{1e6 * theirs[way]:,.0f}", f"{theirs[way] / ours:,.0f}")
        )
        rows.append((size.upper(), f"{1 / ours:,.0f}", f"{1e6 * ours:.1f}", *cells))
    notes = [two_threads(*episodes(size)).note(size.upper()) for size in SIZES]
    if options.kinetix:
        notes.append("single and batched: kinetix-env 3.0.2, one level and 256 at a time")
    print(record.table(rows), *notes, sep="\n")
    summary = "Environment steps of Kinetix, random decisions on all hand-made levels, CPU time."
    print(record.save("kinetix", summary, rows, notes))


def episodes(size: str) -> tuple[list[Level], list[Rows]]:
    """Return levels of a size and random decisions for each."""
    rng = np.random.default_rng(0)
    tasks = [all_templates()[name].task(0) for name in _names(size) for _ in range(EPISODES[size])]
    rows = [task.actions.full(task.actions.sample(rng)) for task in tasks]
    return [task.level for task in tasks], rows


def step_s(levels: Sequence[Level], actions: Sequence[Rows]) -> float:
    """Return the CPU seconds of a step, the best of three repetitions."""
    times = []
    for _ in range(3):
        start = time.process_time()
        plays = simulate(levels, actions, threads=1)
        times.append((time.process_time() - start) / sum(play.steps for play in plays))
    return min(times)


def two_threads(levels: Sequence[Level], actions: Sequence[Rows]) -> Gain:
    """Compare one thread with two."""
    return gain(lambda threads: simulate(levels, actions, threads=threads), rounds=9)


def original_step_s(python: str, size: str) -> dict[str, float]:
    """Return the CPU seconds of a step of the original, single and batched."""
    worker = Path(__file__).with_name("kinetix_original.py")
    levels = [name.partition("_")[2] for name in _names(size)]
    done = subprocess.run(
        [python, "-P", str(worker)],  # this folder's `kinetix.py` must not hide the package
        input=json.dumps({"size": size, "levels": levels}),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _names(size: str) -> list[str]:
    found = all_templates().values()
    return [each.name for each in found if isinstance(each, HandMade) and each.size == size]


if __name__ == "__main__":
    main()
