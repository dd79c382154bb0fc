"""Measure rope: simulated seconds per CPU second, seconds per search, and what two threads gain.

python benchmarks/rope.py [--plans 2000] [--rounds 15]
"""

from __future__ import annotations

import argparse
import time
from statistics import median

import record
from gain import gain

from topple.worlds.rope.layout import all_layouts
from topple.worlds.rope.search import solutions
from topple.worlds.rope.simulate import simulate

THREE_ROPES = "three_supports"
TARGET = 5000.0


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
    layout = all_layouts()[THREE_ROPES]
    simulated = options.plans * simulate(layout.level, [layout.solution])[0].seconds
    plans = [layout.solution] * options.plans
    threads = gain(lambda n: simulate(layout.level, plans, threads=n), options.rounds)
    rates = [simulated / cpu for cpu in threads.one_cpu_s]
    per_search, solved, count = searches()
    rows = [
        ("", "measured", "aim"),
        ("times real time per core, three ropes", f"{median(rates):,.0f}", f"{TARGET:,.0f}"),
        ("CPU seconds per search", f"{per_search:.2f}", ""),
    ]
    for row in rows:
        print("".join(f"{cell:<42}" for cell in row))
    notes = [
        f"{solved} of {count} layouts solved by search",
        f"times real time from {min(rates):,.0f} to {max(rates):,.0f}",
        threads.note("three ropes"),
    ]
    summary = "Games of rope, as batches of plans, and searches for solutions."
    print(record.save("rope", summary, rows, notes))


if __name__ == "__main__":
    main()
