"""Measure how many questions a second the harness asks a model that answers at once.

An item is one question: pictures and words are made, the answer is read and simulated, and all of
it is recorded. The same plan played without Inspect says what of it is simulation and drawing. The
aim is for conversations of ten questions; in birds most have one, so that beginning and ending them
weighs more.

Scenes are built before the clock starts: that is done once a process, and would burden the first
row alone.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import record

from topple.protocols import protocol
from topple.vlm.direct import play_directly
from topple.vlm.episodes import usual_form
from topple.vlm.evaluate import Running, evaluate_model
from topple.vlm.plan import VlmPlan
from topple.vlm.record import read_turns
from topple.vlm.setup import Setup
from topple.worlds import world

AIM = 50  # items a second, on PHYRE
_WARM_UP = 3  # tasks
ASKED = (("deepphy-phyre", "text"), ("deepphy-phyre", "5x5"), ("deepphy-birds", "5x5"))


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
        return Timed(sum(1 for _ in read_turns(Path(folder))), wall, cpu)


def main() -> int:
    """Measure and print; 1 if the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=60)
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    running = Running(concurrency=options.concurrency)
    rows = [["protocol, history", "items", "items/s", "items/CPU s", "simulation and drawing"]]
    rates = []
    load = os.getloadavg()[0]
    for name, history in ASKED:
        rules = protocol(name)
        setup = Setup(usual_form(rules.world), history=history)
        plan, first = (
            VlmPlan(rules, setup, "topple/mock", rules.folds, limit=limit)
            for limit in (options.tasks, _WARM_UP)
        )
        for _, task in plan.items():
            world(rules.world).task(task)
        timed(first, lambda each, folder: evaluate_model(each, folder, running))
        whole = timed(plan, lambda each, folder: evaluate_model(each, folder, running))
        own = timed(plan, play_directly)
        rate = whole.items / whole.wall_s
        if rules.world == "phyre":
            rates.append(rate)
        rows.append(
            [
                f"{name}, {history}",
                f"{whole.items:,}",
                f"{rate:.0f}",
                f"{whole.items / whole.cpu_s:.0f}",
                f"{100 * own.cpu_s / whole.cpu_s:.0f} %",
            ]
        )
    print(record.table(rows))
    if not options.no_save:
        summary = (
            f"Questions a second to a model that answers at once, {options.concurrency} "
            f"conversations at a time, {options.tasks} tasks of each protocol."
        )
        notes = [f"the aim is {AIM} items a second on two cores, on PHYRE"]
        notes.append(f"load of the machine before: {load:.1f}")
        record.save("vlm", summary, rows, notes)
    return 0 if min(rates) >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
