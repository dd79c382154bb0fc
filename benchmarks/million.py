"""Play a million attempts of `pool`, then load, report and tabulate them: memory and CPU time.

Memory must stay flat and time linear while attempts are played, and between half of them and all
when they are loaded and reported; the exit code is 1 otherwise.

Time is counted in yardsticks: the same few shots, played again and again in between. A machine that
others use too does the same work in other times from one minute to the next.
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
from dataclasses import dataclass
from itertools import islice, pairwise
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import pandas  # noqa: F401, before the time of a table is taken
import record
from resident import resident_mb

from topple.agents.agent import agent
from topple.agents.random import Random
from topple.cli._report import Reported
from topple.runs.evaluate import Plan, run
from topple.runs.folder import ATTEMPTS, SETTINGS
from topple.runs.frame import read_frame
from topple.runs.load import load
from topple.runs.recorder import Recorder
from topple.runs.watch import Silence
from topple.tasks.draw import generator
from topple.tasks.protocol import Protocol, Split
from topple.worlds import world
from topple.worlds.pool.protocols._pool import ids, puzzles

TASKS, TRIES = 1_000, 100  # per fold
# Growth of memory and of time per attempt that is allowed after the first tenth.
ALLOWED_MB, ALLOWED_SLOWER = 16.0, 1.25
TURNS = 2  # of reading


@agent("restless", version=1)
class Restless(Random):
    """Plays on after it has solved a task."""

    passes = TRIES


def _names() -> tuple[str, ...]:
    names = [name for template in puzzles() for name in ids(template)]
    return tuple(names[:TASKS])


def _split(fold: int) -> Split:
    return Split((), (), _names())


class Yardstick:
    """Plays the same shots each time and returns their CPU seconds."""

    def __init__(self) -> None:
        self._world, rng = world("pool"), generator("yardstick")
        self._tasks = [self._world.task(name) for name in _names()[::20]]
        self._shots = [task.actions.sample(rng) for task in self._tasks]

    def measure(self) -> float:
        start = time.process_time()
        self._world.play(self._tasks, self._shots, 1)
        return time.process_time() - start


class Mark(NamedTuple):
    """Where a run has come: CPU seconds without yardsticks, and the mean of those since."""

    attempts: int
    mb: float
    cpu_s: float
    yardstick_s: float


class Meter(Silence):
    """Notes memory and CPU time after every so many attempts."""

    def __init__(self, every: int) -> None:
        self._every = every
        self._yardstick = Yardstick()
        self._spent: list[float] = []
        self._since = 0
        self._rounds = 0
        self.seen = [self._mark(0)]

    def playing(self, recorder: Recorder, tasks: int) -> None:
        self._rounds += 1
        if self._rounds % 10 == 0:
            self._spent.append(self._yardstick.measure())
        if recorder.attempts >= self._every * len(self.seen):
            self.seen.append(self._mark(recorder.attempts))
            print(f"{recorder.attempts:>9,} attempts  {resident_mb():6.1f} MB", flush=True)

    def _mark(self, attempts: int) -> Mark:
        recent = self._spent[self._since :]
        self._since = len(self._spent)
        cpu_s = time.process_time() - sum(self._spent)
        return Mark(attempts, resident_mb(), cpu_s, sum(recent) / max(1, len(recent)))


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
        run(plan, Path(folder) / "run", workers=1, watch=meter)
        start, end = meter.seen[0], meter.seen[-1]
        print(f"{end.attempts:,} attempts in {end.cpu_s - start.cpu_s:.1f} CPU s")
        _keep_half(Path(folder) / "run", Path(folder) / "half")
        read = [Reading.of(name, Path(folder)) for name in READERS]
    rows = [["", "MB", "CPU s", "yardsticks"]]
    for (before, mark), pace in zip(pairwise(meter.seen), _paces(meter.seen), strict=True):
        spent = mark.cpu_s - before.cpu_s
        rows.append(
            [f"{mark.attempts:,} attempts", f"{mark.mb:.0f}", f"{spent:.1f}", f"{pace:.0f}"]
        )
    rows += [[*row, ""] for each in read for row in each.rows()]
    print(record.table(rows))
    flat, linear = _judge(meter.seen)
    notes = [_note("played", flat, linear)]
    notes += [_note(each.name, each.flat, each.linear) for each in read]
    print(*notes, sep="\n")
    if not options.no_save:
        record.save("million", "A million attempts of `pool`, one worker.", rows, notes)
    return 1 if any("GROWS" in note for note in notes) else 0


def _paces(seen: list[Mark]) -> list[float]:
    """Return how many yardsticks the attempts between two marks took."""
    return [(mark.cpu_s - before.cpu_s) / mark.yardstick_s for before, mark in pairwise(seen)]


def _judge(seen: list[Mark]) -> tuple[bool, bool]:
    first, *later = seen[1:]
    paces = _paces(seen)
    return later[-1].mb - first.mb <= ALLOWED_MB, paces[-1] <= ALLOWED_SLOWER * paces[1]


def _note(name: str, flat: bool, linear: bool) -> str:
    # A table holds every attempt, so its memory must grow.
    memory = "with the rows" if name == "table" else "flat" if flat else "GROWS"
    return f"{name}: memory {memory}, time {'linear' if linear else 'GROWS'}"


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
        """Measure each in a process of its own, whose memory nothing else has used.

        The least of some turns counts, because other work on the machine only adds time.
        """
        with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as fresh:
            turns = [
                [fresh.apply(_measure, (name, folder / each)) for each in ("half", "run")]
                for _ in range(TURNS)
            ]
        half, whole = (min(own, key=itemgetter(1)) for own in zip(*turns, strict=True))
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
