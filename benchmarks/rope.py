"""Measure rope: simulated seconds per CPU second, seconds per search, and what two threads gain.

    python benchmarks/rope.py [--plans 300] [--rounds 3]

CPU times, best of all rounds; the gain of two threads is measured by the clock on the wall.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from topple.worlds.rope.layout import all_layouts
from topple.worlds.rope.search import solutions
from topple.worlds.rope.simulate import simulate

THREE_ROPES = "three_supports"
TARGET, THREADS_TARGET = 5000.0, 1.9


def best(rounds: int, measure: Callable[[], float]) -> float:
    """Return the smallest of several measurements."""
    return min(measure() for _ in range(rounds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plans", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    layout = all_layouts()[THREE_ROPES]
    plans = [layout.solution] * args.plans
    simulated = sum(play.seconds for play in simulate(layout.level, plans, threads=1))

    def cpu() -> float:
        start = time.process_time()
        simulate(layout.level, plans, threads=1)
        return time.process_time() - start

    def wall(threads: int) -> float:
        start = time.perf_counter()
        simulate(layout.level, plans, threads=threads)
        return time.perf_counter() - start

    print(f"{simulated / best(args.rounds, cpu):.0f} x real time per core (aim {TARGET:.0f})")
    gain = best(args.rounds, lambda: wall(1)) / best(args.rounds, lambda: wall(2))
    print(f"{gain:.2f} x with two threads (aim {THREADS_TARGET})")
    start = time.process_time()
    found = [bool(solutions(each.level, threads=1)) for each in all_layouts().values()]
    took = (time.process_time() - start) / len(found)
    print(f"{took:.2f} CPU seconds per search; {sum(found)} of {len(found)} layouts solved")


if __name__ == "__main__":
    main()
