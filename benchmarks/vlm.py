"""Measure how many questions a second the harness asks a model that answers at once.

An item is one question: pictures and words are made, the answer is read and simulated, and all of
it is recorded. The same plan played without Inspect says what of it is simulation and drawing.
Scenes are built before the clock starts: that is done once a process, and would burden the first
row alone.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import record

from topple.protocols import protocol
from topple.runs.load import load
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import Running, evaluate_model
from topple.vlm.plan import VlmPlan
from topple.vlm.setup import Setup
from topple.worlds import phyre

AIM = 50  # items a second
_WARM_UP = 3  # tasks
RULES = protocol("deepphy-phyre")


@dataclass(frozen=True, slots=True)
class Timed:
    """How long the items of a plan took."""

    items: int
    wall_s: float
    cpu_s: float


def timed(plan: VlmPlan, play: Callable[[VlmPlan, Path], object]) -> Timed:
    """Play a plan in a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        play(plan, Path(folder))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return Timed(int(load(Path(folder)).results.outcomes.sum()), wall, cpu)


def main() -> int:
    """Measure and print; 1 if the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=60)
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    running = Running(concurrency=options.concurrency)
    rows = [["history", "items", "items/s", "items/CPU s", "simulation and drawing"]]
    rates = []
    for history in ("text", "5x5"):
        setup = Setup("5x5x5", history=history)
        plan, first = (
            VlmPlan(RULES, setup, "topple/mock", RULES.folds, limit=limit)
            for limit in (options.tasks, _WARM_UP)
        )
        for _, name in plan.items():
            phyre.task(name)
        timed(first, lambda each, folder: evaluate_model(each, folder, running))
        whole = timed(plan, lambda each, folder: evaluate_model(each, folder, running))
        own = timed(plan, play_directly)
        rates.append(whole.items / whole.wall_s)
        rows.append(
            [
                history,
                f"{whole.items:,}",
                f"{rates[-1]:.0f}",
                f"{whole.items / whole.cpu_s:.0f}",
                f"{100 * own.cpu_s / whole.cpu_s:.0f} %",
            ]
        )
    print(record.table(rows))
    if not options.no_save:
        summary = (
            f"Questions a second to a model that answers at once, {options.concurrency} "
            f"conversations at a time, {options.tasks} tasks of DeepPHY on PHYRE."
        )
        record.save("vlm", summary, rows, [f"the aim is {AIM} items a second on two cores"])
    return 0 if min(rates) >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
