"""Play a million attempts of `pool`, then load, score and tabulate them: memory and CPU time.

Memory must stay flat and time linear while attempts are played; the exit code is 1 otherwise.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import record
from memory import resident_mb

from topple.agents.agent import agent
from topple.agents.random import Random
from topple.runs.evaluate import Plan, run
from topple.runs.load import load
from topple.runs.recorder import Recorder
from topple.runs.score import score
from topple.runs.watch import Silence
from topple.tasks.protocol import Protocol, Split
from topple.worlds.pool.protocols._pool import ids, puzzles

TASKS, ATTEMPTS = 1_000, 100  # per fold
# Growth of memory and of time per attempt that is allowed after the first tenth.
ALLOWED_MB, ALLOWED_SLOWER = 16.0, 1.25


@agent("restless", version=1)
class Restless(Random):
    """Plays on after it has solved a task."""

    passes = ATTEMPTS


def _split(fold: int) -> Split:
    names = [name for template in puzzles() for name in ids(template)]
    return Split((), (), tuple(names[:TASKS]))


@dataclass
class Meter(Silence):
    """Notes memory and CPU time after every so many attempts."""

    every: int
    seen: list[tuple[int, float, float]] = field(default_factory=list)

    def playing(self, recorder: Recorder, tasks: int) -> None:
        if recorder.attempts >= self.every * (len(self.seen) + 1):
            self.seen.append((recorder.attempts, resident_mb(), time.process_time()))
            print(f"{recorder.attempts:>9,} attempts  {resident_mb():6.1f} MB", flush=True)


def main() -> int:
    """Measure and print; return 1 if memory grows or attempts become slower."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--folds", type=int, default=10, help="of 100,000 attempts each")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    folds = tuple(range(options.folds))
    protocol = Protocol(
        *("million", "Many attempts.", "pool", folds, _split),
        attempts=ATTEMPTS,
        plays_on=True,
    )
    meter = Meter(every=options.folds * TASKS * ATTEMPTS // 10)
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(protocol, Restless(), folds)
        start = time.process_time()
        run(plan, Path(folder) / "run", workers=1, watch=meter)
        print(f"{meter.seen[-1][0]:,} attempts in {time.process_time() - start:.1f} CPU s")
        reading = list(_read(Path(folder) / "run"))
    rows = [["", "MB", "CPU s"]]
    before = start
    for attempts, mb, cpu_s in meter.seen:
        rows.append([f"{attempts:,} attempts", f"{mb:.0f}", f"{cpu_s - before:.1f}"])
        before = cpu_s
    rows += reading
    print(record.table(rows))
    flat, linear = _judge(meter.seen)
    notes = [f"memory {'flat' if flat else 'GROWS'}, time {'linear' if linear else 'GROWS'}"]
    print(*notes)
    if not options.no_save:
        record.save("million", "A million attempts of `pool`, one worker.", rows, notes)
    return 0 if flat and linear else 1


def _read(folder: Path) -> list[list[str]]:
    """Load a run, score it and make it a table; return a row for each."""
    rows = []
    for name, work in (
        ("load", lambda: load(folder)),
        ("load and score", lambda: score(folder)),
        ("table of pandas", lambda: load(folder).to_frame()),
    ):
        start = time.process_time()
        held = work()
        rows.append([name, f"{resident_mb():.0f}", f"{time.process_time() - start:.1f}"])
        del held
    return rows


def _judge(seen: list[tuple[int, float, float]]) -> tuple[bool, bool]:
    flat = seen[-1][1] - seen[0][1] <= ALLOWED_MB
    paces = [(after[2] - before[2]) / (after[0] - before[0]) for before, after in pairwise(seen)]
    return flat, paces[-1] <= ALLOWED_SLOWER * paces[0]


if __name__ == "__main__":
    sys.exit(main())
