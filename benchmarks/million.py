"""Play a million attempts of `pool`, then load, report and tabulate them: memory and CPU time.

Memory must stay flat and time linear while attempts are played, and between half of them and all
when they are loaded and reported; the exit code is 1 otherwise.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path

import pandas  # noqa: F401, before the time of a table is taken
import record
from memory import resident_mb

from topple.agents.agent import agent
from topple.agents.random import Random
from topple.cli._report import Reported
from topple.runs.evaluate import Plan, run
from topple.runs.folder import ATTEMPTS, SETTINGS
from topple.runs.frame import read_frame
from topple.runs.load import load
from topple.runs.recorder import Recorder
from topple.runs.watch import Silence
from topple.tasks.protocol import Protocol, Split
from topple.worlds.pool.protocols._pool import ids, puzzles

TASKS, TRIES = 1_000, 100  # per fold
# Growth of memory and of time per attempt that is allowed after the first tenth.
ALLOWED_MB, ALLOWED_SLOWER = 16.0, 1.25


@agent("restless", version=1)
class Restless(Random):
    """Plays on after it has solved a task."""

    passes = TRIES


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
        attempts=TRIES,
        plays_on=True,
    )
    meter = Meter(every=options.folds * TASKS * TRIES // 10)
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(protocol, Restless(), folds)
        start = time.process_time()
        run(plan, Path(folder) / "run", workers=1, watch=meter)
        print(f"{meter.seen[-1][0]:,} attempts in {time.process_time() - start:.1f} CPU s")
        _keep_half(Path(folder) / "run", Path(folder) / "half")
        read = [Reading.of(name, Path(folder)) for name in READERS]
    rows = [["", "MB", "CPU s"]]
    before = start
    for attempts, mb, cpu_s in meter.seen:
        rows.append([f"{attempts:,} attempts", f"{mb:.0f}", f"{cpu_s - before:.1f}"])
        before = cpu_s
    rows += [row for each in read for row in each.rows()]
    print(record.table(rows))
    flat, linear = _judge(meter.seen)
    notes = [_note("played", flat, linear)]
    # A table holds every attempt, so its memory must grow.
    notes += [_note(each.name, each.flat or each.name == "table", each.linear) for each in read]
    print(*notes, sep="\n")
    if not options.no_save:
        record.save("million", "A million attempts of `pool`, one worker.", rows, notes)
    return 1 if any("GROWS" in note for note in notes) else 0


def _judge(seen: list[tuple[int, float, float]]) -> tuple[bool, bool]:
    flat = seen[-1][1] - seen[0][1] <= ALLOWED_MB
    paces = [(after[2] - before[2]) / (after[0] - before[0]) for before, after in pairwise(seen)]
    return flat, paces[-1] <= ALLOWED_SLOWER * paces[0]


def _note(name: str, flat: bool, linear: bool) -> str:
    return f"{name}: memory {'flat' if flat else 'GROWS'}, time {'linear' if linear else 'GROWS'}"


def _report(folder: Path) -> Reported:
    """Print the scores of a run and write its page, as `topple report` does."""
    found = Reported([folder])
    found.show()
    found.save_page(folder / "report.html")
    return found


READERS: dict[str, Callable[[Path], object]] = {
    "load": load,
    "report": _report,
    "table": lambda folder: read_frame(folder / ATTEMPTS),
}


@dataclass(frozen=True)
class Reading:
    """Memory and CPU time of reading half of a run's attempts, and all."""

    name: str
    half: tuple[float, float]
    whole: tuple[float, float]

    @classmethod
    def of(cls, name: str, folder: Path) -> Reading:
        """Measure each in a process of its own, whose memory nothing else has used."""
        with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as fresh:
            half, whole = (fresh.apply(_measure, (name, folder / each)) for each in ("half", "run"))
        return cls(name, half, whole)

    @property
    def flat(self) -> bool:
        return self.whole[0] - self.half[0] <= ALLOWED_MB

    @property
    def linear(self) -> bool:
        return self.whole[1] <= 2 * ALLOWED_SLOWER * self.half[1]

    def rows(self) -> list[list[str]]:
        named = (f"{self.name}, half", self.half), (f"{self.name}, all", self.whole)
        return [[name, f"{mb:.0f}", f"{cpu_s:.1f}"] for name, (mb, cpu_s) in named]


def _keep_half(run: Path, half: Path) -> None:
    """Copy a run as it was when half of its attempts had been played."""
    half.mkdir(exist_ok=True)
    shutil.copy(run / SETTINGS, half)
    with (run / ATTEMPTS).open("rb") as lines:
        count = sum(1 for _ in lines)
        lines.seek(0)
        with (half / ATTEMPTS).open("wb") as kept:
            kept.writelines(islice(lines, count // 2))


def _measure(name: str, folder: Path) -> tuple[float, float]:
    start = time.process_time()
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        held = READERS[name](folder)
    used = resident_mb(), time.process_time() - start
    del held
    return used


if __name__ == "__main__":
    sys.exit(main())
