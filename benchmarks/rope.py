"""Measure rope: simulated seconds per CPU second, seconds per search, and what two threads gain.

    python benchmarks/rope.py [--plans 2000] [--rounds 5]

CPU times, best of all rounds; one and two threads take turns. The gain of two threads is measured
by the clock on the wall, so it needs a quiet machine; their CPU time shows whether they get in each
other's way on any machine.
"""

from __future__ import annotations

import argparse
import os
import time

import record

from topple.worlds.rope.layout import Layout, all_layouts
from topple.worlds.rope.search import solutions
from topple.worlds.rope.simulate import simulate

THREE_ROPES = "three_supports"
TARGET, THREADS_TARGET = 5000.0, 1.9


def timed(layout: Layout, plans: int, threads: int) -> tuple[float, float]:
    """Return CPU and wall seconds of playing the solution so many times."""
    cpu, wall = time.process_time(), time.perf_counter()
    simulate(layout.level, [layout.solution] * plans, threads=threads)
    return time.process_time() - cpu, time.perf_counter() - wall


def best(layout: Layout, plans: int, rounds: int) -> dict[int, tuple[float, float]]:
    """Return the best CPU and wall seconds by the number of threads."""
    found: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for _ in range(rounds):
        for threads, times in found.items():
            times.append(timed(layout, plans, threads))
    return {
        threads: (min(cpu for cpu, _ in times), min(wall for _, wall in times))
        for threads, times in found.items()
    }


def searches() -> tuple[float, int, int]:
    """Return CPU seconds per search, and how many of the layouts were solved."""
    start = time.process_time()
    found = [bool(solutions(each.level, threads=1)) for each in all_layouts().values()]
    return (time.process_time() - start) / len(found), sum(found), len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plans", type=int, default=2000, help="games per measurement")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the best counts")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    layout = all_layouts()[THREE_ROPES]
    simulated = options.plans * simulate(layout.level, [layout.solution])[0].seconds
    (cpu, wall), (cpu_two, wall_two) = best(layout, options.plans, options.rounds).values()
    per_search, solved, count = searches()
    rows = [
        ("", "measured", "aim"),
        ("times real time per core, three ropes", f"{simulated / cpu:,.0f}", f"{TARGET:,.0f}"),
        ("two threads, times as fast by wall", f"{wall / wall_two:.2f}", f"{THREADS_TARGET}"),
        ("two threads, CPU time over that of one", f"{cpu_two / cpu:.2f}", "1.0"),
        ("CPU seconds per search", f"{per_search:.2f}", ""),
    ]
    for row in rows:
        print("".join(f"{cell:<42}" for cell in row))
    notes = [
        f"{solved} of {count} layouts solved by search",
        f"load of the machine before: {load:.1f}",
    ]
    summary = "Games of rope, as batches of plans, and searches for solutions."
    print(record.save("rope", summary, rows, notes))


if __name__ == "__main__":
    main()
