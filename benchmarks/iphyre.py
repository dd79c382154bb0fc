"""Compare the speed of I-PHYRE's games with the original package and with pymunk alone.

    python benchmarks/iphyre.py [--original PYTHON] [--plans 4] [--rounds 3]

`--original` is a Python with iphyre 0.2.3, pymunk 6.11.1, numpy and pygame installed; without it
only this engine is measured. All play the same plans and take turns; CPU times, best of all rounds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import record
from gain import gain

from topple.tasks.draw import generator
from topple.worlds.iphyre import Level, by_clock, simulate
from topple.worlds.iphyre.action_space import Plans, plan_of
from topple.worlds.iphyre.games import all_games
from topple.worlds.iphyre.timing import Removal

WORKER = Path(__file__).with_name("iphyre_worker.py")
RATES = (60, 10)
TARGETS = {("package", 60): 5.0, ("package", 10): 8.0, ("pymunk", 60): 2.0, ("pymunk", 10): 2.0}

Plan = list[tuple[int, float]]


def plans(count: int) -> list[tuple[str, Plan]]:
    """Draw plans by object and seconds."""
    found = []
    for game in all_games().values():
        rng = generator("benchmark", game.name)
        blocks = game.level.eliminable
        for _ in range(count):
            entries = plan_of(Plans(len(blocks)).sample(rng))
            found.append((game.name, [(blocks[n], t) for n, t in entries if t > 0]))
    return found


def prepared(
    work: Sequence[tuple[str, Plan]], rate: int
) -> tuple[list[Level], list[list[Removal]]]:
    """Return levels and removals for our engine; levels are built once, before any game."""
    levels = [replace(all_games()[name].level, rate=rate) for name, _ in work]
    for level in levels:
        level.native  # noqa: B018
    return levels, [by_clock(plan, rate) for _, plan in work]


def ours(work: Sequence[tuple[str, Plan]], rate: int) -> float:
    """Return the CPU seconds of our engine."""
    levels, removals = prepared(work, rate)
    start = time.process_time()
    simulate(levels, removals, threads=1)
    return time.process_time() - start


def theirs(python: str, work: Sequence[tuple[str, Plan]], rate: int) -> dict[str, float]:
    """Return the CPU seconds of the package and of pymunk alone."""
    request = json.dumps({"rate": rate, "work": work})
    done = subprocess.run(
        [python, "-P", str(WORKER)], input=request, capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def measure(python: str, work: Sequence[tuple[str, Plan]], rounds: int) -> list[dict[str, Any]]:
    """Return the best CPU time of each engine at each rate."""
    found = []
    for rate in RATES:
        best: dict[str, float] = {}
        for _ in range(rounds):
            times = {"topple": ours(work, rate)}
            if python:
                times |= theirs(python, work, rate)
            best = {name: min(best.get(name, spent), spent) for name, spent in times.items()}
        found.append({"rate": rate, **best})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--original", default="", help="a Python with the original package")
    parser.add_argument("--plans", type=int, default=4, help="plans per game; 4 by default")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the best counts")
    options = parser.parse_args()
    work = plans(options.plans)
    rows = [("engine", "steps per second", "ms per game", "times as long", "target")]
    for found in measure(options.original, work, options.rounds):
        for name in ("topple", "package", "pymunk"):
            if name in found:
                ratio = found[name] / found["topple"]
                target = TARGETS.get((name, found["rate"]))
                per_game = f"{1000 * found[name] / len(work):.3f}"
                goal = f"{target:g}" if target else ""
                rows.append((name, str(found["rate"]), per_game, f"{ratio:.2f}", goal))
    levels, removals = prepared(work * 3, 60)
    threads = gain(lambda n: simulate(levels, removals, threads=n))
    note = threads.note("at 60 steps per second")
    for row in rows:
        print("".join(f"{cell:<20}" for cell in row))
    print(note)
    summary = "Games of I-PHYRE against the original package and against steps of pymunk alone."
    print(record.save("iphyre", summary, rows, [note]))


if __name__ == "__main__":
    main()
