"""Measure how many questions per second the harness asks a model that answers at once.

An item is one question: pictures and words are made, the answer is read and simulated, and all of
it is recorded. The same plan is also played without Inspect: its share of the CPU time is the share
of simulation and drawing. Every measurement has its own process, so that no picture is in a cache
at the start; the best of several repetitions counts.

Before the clock starts, scenes are built and question sets are made. That is done once per process,
however many questions follow; `ready` is the time it takes.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import record

from topple.prompting.setup import Setup
from topple.runs.turns import read_turns
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import Running, evaluate_model
from topple.vlm.options import usual_form
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.settings import QuestionSettings

AIM = 25  # items per second; a question to a model takes seconds
_WARM_UP = 3  # tasks or items
_HEAD = ["asked", "items", "items/s", "items/CPU s", "simulation and drawing", "ready s"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A protocol with one set of prompting options; not all have a target."""

    label: str
    protocol: str
    asking: Mapping[str, Any]
    limit: int
    aimed: bool = True

    def plan(self, limit: int) -> ModelPlan:
        return plan_of(self.protocol, self.asking, "topple/mock", limit=limit)


@dataclass(frozen=True, slots=True)
class Timed:
    """The time of a plan's items, and the time before the first."""

    items: int
    ready_s: float
    wall_s: float
    cpu_s: float


def everything(tasks: int, items: int) -> list[Asked]:
    """Return what is measured: DeepPHY's protocols and PhysIQ's sets."""
    found = []
    for name, history in (("phyre", "text"), ("phyre", "5x5"), ("birds", "5x5")):
        asking = Setup(usual_form(f"deepphy-{name}"), history=history).data()
        # Most bird games have one question, so that starting and ending them weighs more.
        aimed = name != "birds"
        found.append(Asked(f"deepphy-{name}, {history}", f"deepphy-{name}", asking, tasks, aimed))
    names = [f"physiq-{kind}" for kind in Kind]
    return found + [Asked(name, name, QuestionSettings().data(), items) for name in names]


def timed(asked: Asked, running: Running | None) -> Timed:
    """Play a plan in a temporary folder, with Inspect if `running` is given."""
    logging.disable(logging.WARNING)
    play: Callable[[ModelPlan, Path], object] = play_directly
    if running is not None:
        play = partial(evaluate_model, running=running)
    start = time.process_time()
    plan = asked.plan(asked.limit)
    for _, name in plan.items():
        plan.task(name)
    ready = time.process_time() - start
    with tempfile.TemporaryDirectory() as folder:
        first, whole = Path(folder, "first"), Path(folder, "whole")
        play(asked.plan(_WARM_UP), first)
        wall, cpu = time.perf_counter(), time.process_time()
        play(plan, whole)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return Timed(sum(1 for _ in read_turns(whole)), ready, wall, cpu)


def apart(asked: Asked, running: Running | None, repeats: int) -> Timed:
    """Measure in new processes, and return the fastest result."""
    context = multiprocessing.get_context("spawn")
    found = []
    for _ in range(repeats):
        with ProcessPoolExecutor(1, context) as process:
            found.append(process.submit(timed, asked, running).result())
    return min(found, key=lambda one: one.wall_s)


def main() -> int:
    """Measure and print; return 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=60, help="of DeepPHY's protocols")
    parser.add_argument("--items", type=int, default=600, help="of PhysIQ's sets")
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--repeats", type=int, default=3, help="repetitions; the best counts")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    rows, rates = [_HEAD], []
    load = os.getloadavg()[0]
    for asked in everything(options.tasks, options.items):
        whole = apart(asked, Running(concurrency=options.concurrency), options.repeats)
        own = apart(asked, None, options.repeats)
        rate = whole.items / whole.wall_s
        rates += [rate] if asked.aimed else []
        share = f"{100 * own.cpu_s / whole.cpu_s:.0f} %"
        counts = [f"{whole.items:,}", f"{rate:.0f}", f"{whole.items / whole.cpu_s:.0f}"]
        rows.append([asked.label, *counts, share, f"{whole.ready_s:.1f}"])
    print(record.table(rows))
    if not options.no_save:
        summary = (
            f"Questions per second to a model that answers at once, {options.concurrency} "
            f"conversations at a time, {options.tasks} tasks of DeepPHY's protocols with a "
            f"history, up to {options.items} items of PhysIQ's sets, strict; the best of "
            f"{options.repeats} repetitions."
        )
        notes = [f"the aim is {AIM} items per second on two cores, except for birds"]
        notes.append("Inspect keeps no samples and no scores of baselines, the run folder does")
        notes.append(f"load of the machine before: {load:.1f}")
        record.save("vlm", summary, rows, notes)
    return 0 if min(rates) >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
