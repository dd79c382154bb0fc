"""Measure shots of pool per second and core, for both sets of models, and on two threads.

    python benchmarks/pool.py [--pooltool PYTHON]

With --pooltool PYTHON, the same shots are also played by pooltool 0.6.0 in that environment.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import original
import record
from gain import gain
from numpy.typing import NDArray

from topple.tasks.draw import generator
from topple.worlds.pool.action_space import random_shot
from topple.worlds.pool.planner import deepphy_shots
from topple.worlds.pool.rack import STRICT
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.simulate import MODELS, NEWEST, simulate
from topple.worlds.pool.table import BALLS, CUE, LENGTH, RADIUS, WIDTH, direction

REPEATS, TARGET = 5, 200
Tables = NDArray[np.float64]


def random_tables(balls: int, count: int) -> tuple[Tables, list[Shot]]:
    """Return tables with this many balls and a random shot for each."""
    rng = generator("benchmark", balls)
    tables = np.full((count, BALLS, 2), np.nan)
    for table in tables:
        for ball in range(balls):
            while np.isnan(table[ball, 0]):
                place = rng.uniform((0.05, 0.05), (WIDTH - 0.05, LENGTH - 0.05))
                if not (np.hypot(*(table - place).T) < 2.1 * RADIUS).any():
                    table[ball] = place
    return tables, [random_shot(rng) for _ in range(count)]


def breaks(count: int) -> tuple[Tables, list[Shot]]:
    """Return racks and DeepPHY's shots at the first ball."""
    tables, shots = [], []
    for index in range(count):
        places = np.array([(x, y) for _, x, y in STRICT.balls(index)])
        angle = direction(tuple(places[CUE].tolist()), tuple(places[1].tolist()))
        tables.append(places)
        shots.append(list(deepphy_shots(angle))[index % 27])
    return np.stack(tables), shots


SETS: dict[str, Callable[[int], tuple[Tables, list[Shot]]]] = {
    "single": lambda count: random_tables(1, count),
    "two": lambda count: random_tables(2, count),
    "sparse": lambda count: random_tables(4, count),
    "break": breaks,
}


def best_cpu_s(tables: Tables, shots: list[Shot], model: str) -> float:
    """Return the least CPU time of some repetitions: other work can only make it longer."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        simulate(tables, shots, model=model, threads=1)
        times.append(time.process_time() - start)
    return min(times)


def compared(python: str, count: int) -> list[tuple[str, str]]:
    """Return the CPU time of pooltool on the same shots, and how many times as long that is."""
    made = {name: make(count) for name, make in SETS.items()}
    asked = {
        name: [tables.tolist(), [s.row() for s in shots]] for name, (tables, shots) in made.items()
    }
    request = {"passes": REPEATS, "sets": asked}
    theirs: dict[str, Any] = original.ask(python, "pool_original.py", request)
    cells = []
    for name, (tables, shots) in made.items():
        own, other = best_cpu_s(tables, shots, NEWEST), theirs[name]["seconds"]
        events = simulate(tables, shots).events.tolist()
        same = sum(a == b for a, b in zip(events, theirs[name]["events"], strict=True))
        ratio = f"{other / own:,.0f} ({same}/{count} equal)"
        cells.append((f"{1e3 * other / count:.1f}", ratio))
    return cells


def main() -> None:
    """Measure all sets and store the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shots", type=int, default=2000, help="shots per set")
    parser.add_argument("--pooltool", metavar="PYTHON", help="interpreter that has pooltool 0.6.0")
    parser.add_argument("--compared", type=int, default=50, help="shots per set for pooltool")
    options = parser.parse_args()
    rows: list[tuple[str, ...]] = [("shots", *(f"{model}, us per shot" for model in MODELS))]
    for name, make in SETS.items():
        tables, shots = make(options.shots)
        times = (best_cpu_s(tables, shots, model) / len(shots) for model in MODELS)
        rows.append((name, *(f"{1e6 * each:.1f} ({1 / each:,.0f}/s)" for each in times)))
    notes = []
    if options.pooltool:
        cells = [("pooltool, ms", f"times as long as {NEWEST} (aim {TARGET})")]
        cells += compared(options.pooltool, options.compared)
        rows = [row + more for row, more in zip(rows, cells, strict=True)]
        notes.append(
            f"pooltool 0.6.0: {options.compared} shots of each kind, events compared; best of "
            f"{REPEATS} passes on both sides"
        )
    tables, shots = breaks(options.shots)
    notes.append(gain(lambda n: simulate(tables, shots, threads=n)).note("breaks"))
    print(record.table(rows), *notes, sep="\n")
    summary = "Shots of pool, CPU time: one ball, two, four, and breaks of nine balls."
    print(record.save("pool", summary, rows, notes))


if __name__ == "__main__":
    main()
