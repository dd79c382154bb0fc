"""Measure rope: simulated seconds per CPU second, seconds per search, and what two threads gain.

    python benchmarks/rope.py [--plans 2000] [--rounds 15]

One and two threads take turns, and each round compares the two: the median and the range of these
ratios are recorded. The gain is by wall time, so it needs a quiet machine. If the threads got in
each other's way, their CPU time would grow.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from statistics import median

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


def spread(ratios: Sequence[float]) -> str:
    """Return the median and the range of ratios."""
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def searches() -> tuple[float, int, int]:
    """Return CPU seconds per search, and how many of the layouts were solved."""
    start = time.process_time()
    found = [bool(solutions(each.level, threads=1)) for each in all_layouts().values()]
    return (time.process_time() - start) / len(found), sum(found), len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plans", type=int, default=2000, help="games per measurement")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of one and two threads")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    layout = all_layouts()[THREE_ROPES]
    simulated = options.plans * simulate(layout.level, [layout.solution])[0].seconds
    pairs = [
        (timed(layout, options.plans, 1), timed(layout, options.plans, 2))
        for _ in range(options.rounds)
    ]
    rates = [simulated / cpu for (cpu, _), _ in pairs]
    gains = [wall / wall_two for (_, wall), (_, wall_two) in pairs]
    costs = [cpu_two / cpu for (cpu, _), (cpu_two, _) in pairs]
    per_search, solved, count = searches()
    rows = [
        ("", "measured", "aim"),
        ("times real time per core, three ropes", f"{median(rates):,.0f}", f"{TARGET:,.0f}"),
        ("two threads, times as fast by wall", spread(gains), f"{THREADS_TARGET}"),
        ("two threads, CPU time over that of one", spread(costs), "1.0"),
        ("CPU seconds per search", f"{per_search:.2f}", ""),
    ]
    for row in rows:
        print("".join(f"{cell:<42}" for cell in row))
    notes = [
        f"{solved} of {count} layouts solved by search",
        f"{options.rounds} rounds; times real time from {min(rates):,.0f} to {max(rates):,.0f}",
        f"load of the machine: {load:.1f} before, {os.getloadavg()[0]:.1f} after",
    ]
    summary = "Games of rope, as batches of plans, and searches for solutions."
    print(record.save("rope", summary, rows, notes))


if __name__ == "__main__":
    main()
