"""Compare the speed of I-PHYRE's games with the original package and with pymunk alone.

    python benchmarks/iphyre.py [--original PYTHON] [--plans 4] [--rounds 3]

`--original` is a Python with iphyre 0.2.3, pymunk 6.11.1, numpy and pygame installed; without it
only this engine is measured. All play the same plans and take turns; CPU times, best of all rounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import original
import record
from gain import gain

from topple.tasks.draw import generator
from topple.worlds.iphyre import by_clock, simulate
from topple.worlds.iphyre.action_space import Plans, plan_of
from topple.worlds.iphyre.games import all_games
from topple.worlds.iphyre.timing import Removal

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


def play(work: Sequence[tuple[str, Plan]], rate: int, threads: int) -> list[int]:
    """Build the levels and play the games; return the steps that solve them, 0 where none does."""
    levels = [replace(all_games()[name].level, rate=rate) for name, _ in work]
    removals: list[list[Removal]] = [by_clock(plan, rate) for _, plan in work]
    played = simulate(levels, removals, threads=threads)
    return [each.steps if each.solved else 0 for each in played]


def ours(work: Sequence[tuple[str, Plan]], rate: int) -> tuple[float, list[int]]:
    """Return the CPU seconds of our engine, levels included, and where games are solved."""
    start = time.process_time()
    solved_at = play(work, rate, threads=1)
    return time.process_time() - start, solved_at


def theirs(python: str, work: Sequence[tuple[str, Plan]], rate: int) -> dict[str, Any]:
    """Return the CPU seconds of the package and of pymunk alone, and where it solves games."""
    found: dict[str, Any] = original.ask(python, "iphyre_worker.py", {"rate": rate, "work": work})
    return found


def measure(python: str, work: Sequence[tuple[str, Plan]], rounds: int) -> list[dict[str, Any]]:
    """Return the best CPU time of each engine at each rate, and how many games are equal."""
    found = []
    for rate in RATES:
        best: dict[str, Any] = {}
        for _ in range(rounds):
            spent, solved_at = ours(work, rate)
            times: dict[str, Any] = {"topple": spent}
            if python:
                times |= theirs(python, work, rate)
                other = times.pop("solved_at")
                equal = sum(a == b for a, b in zip(solved_at, other, strict=True))
                best["equal"] = min(best.get("equal", equal), equal)
            best |= {name: min(best.get(name, each), each) for name, each in times.items()}
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
    measured = measure(options.original, work, options.rounds)
    for found in measured:
        for name in ("topple", "package", "pymunk"):
            if name in found:
                ratio = found[name] / found["topple"]
                target = TARGETS.get((name, found["rate"]))
                per_game = f"{1000 * found[name] / len(work):.3f}"
                goal = f"{target:g}" if target else ""
                rows.append((name, str(found["rate"]), per_game, f"{ratio:.2f}", goal))
    notes = [gain(lambda n: play(work * 3, 60, n)).note("at 60 steps per second")]
    for row in rows:
        print("".join(f"{cell:<20}" for cell in row))
    notes += [
        f"{found['equal']} of {len(work)} games are solved at the package's step, or by neither, "
        f"at {found['rate']} Hz"
        for found in measured
        if "equal" in found
    ]
    print(*notes, sep="\n")
    summary = "Games of I-PHYRE, levels included, against the package and steps of pymunk alone."
    print(record.save("iphyre", summary, rows, notes))


if __name__ == "__main__":
    main()
