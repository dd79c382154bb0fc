"""Measure rope: simulated seconds per CPU second, seconds per search, and what two threads gain.

python benchmarks/rope.py [--plans 20] [--rounds 15]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from statistics import median

import record
from gain import gain

from topple.tasks.draw import generator
from topple.worlds import world
from topple.worlds.rope.calls import Timed, plan_of
from topple.worlds.rope.layout import all_layouts
from topple.worlds.rope.level import Level
from topple.worlds.rope.search import solutions
from topple.worlds.rope.simulate import simulate
from topple.worlds.rope.task import RopeTask

TARGET = 5000.0


def games(plans: int) -> tuple[list[Level], list[Sequence[Timed]]]:
    """Return every layout with its solution and with random plans."""
    levels: list[Level] = []
    played: list[Sequence[Timed]] = []
    for template in world("rope").templates().values():
        task = template.task(0)
        assert isinstance(task, RopeTask)
        rng = generator("benchmark", task)
        drawn = [plan_of(task.actions.sample(rng)) for _ in range(plans)]
        solution = all_layouts()[template.name].solution
        levels += [task.level] * (plans + 1)
        played += [solution, *drawn]
    return levels, played


def searches() -> tuple[float, int, int]:
    """Return CPU seconds per search, and how many of the layouts were solved."""
    start = time.process_time()
    found = [bool(solutions(each.level, threads=1)) for each in all_layouts().values()]
    return (time.process_time() - start) / len(found), sum(found), len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plans", type=int, default=20, help="random plans per layout")
    parser.add_argument("--rounds", type=int, default=15, help="rounds of one and two threads")
    options = parser.parse_args()
    levels, played = games(options.plans)
    simulated = sum(each.seconds for each in simulate(levels, played))
    threads = gain(lambda n: simulate(levels, played, threads=n), options.rounds)
    rates = [simulated / cpu for cpu in threads.one_cpu_s]
    per_search, solved, count = searches()
    rows = [
        ("", "measured", "aim"),
        ("times real time per core, all layouts", f"{median(rates):,.0f}", f"{TARGET:,.0f}"),
        ("CPU seconds per search", f"{per_search:.2f}", ""),
    ]
    for row in rows:
        print("".join(f"{cell:<42}" for cell in row))
    notes = [
        f"{solved} of {count} layouts solved by search",
        f"times real time from {min(rates):,.0f} to {max(rates):,.0f}",
        f"{len(levels)} games: the solution and {options.plans} random plans of every layout",
        threads.note("all layouts"),
    ]
    summary = "Games of rope, as batches of plans, and searches for solutions."
    print(record.save("rope", summary, rows, notes))


if __name__ == "__main__":
    main()
