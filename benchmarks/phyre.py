"""Compare Topple with the original PHYRE package: same tasks and actions, same run, CPU time."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import record
from attempts import Portion, draw, draw_many, joined
from play import MODES, Mode, Result, agree, engine_s, play

from topple.worlds.phyre import TIERS, simulate

sys.path.append(str(Path(__file__).resolve().parents[1]))
from tools.align.original import NoOriginal
from tools.align.phyre.original import PACKAGE, Reference

TASKS_EACH = 2
MANY = 100  # attempts at a task, PHYRE's limit
THREADS_TARGET = 1.9
# Costly modes play fewer attempts: portions, attempts per portion, repetitions.
_SIZES = {
    "status": (None, None, 9),
    "many": (None, None, 3),
    "features": (4, None, 5),
    "images": (2, 25, 3),
}


class Timing:
    """CPU seconds by portion and repetition.

    The figure to report takes the best repetition of each portion: other work on the machine can
    only add to it.
    """

    def __init__(self, attempts: int) -> None:
        self._attempts = attempts
        self._spent: list[list[float]] = []

    def add(self, repeat: int, cpu: float) -> None:
        if repeat == len(self._spent):
            self._spent.append([])
        self._spent[repeat].append(cpu)

    @property
    def ms(self) -> float:
        """Milliseconds per attempt."""
        best: list[float] = [min(repeats) for repeats in zip(*self._spent, strict=True)]
        return 1000 * sum(best) / self._attempts

    def over(self, other: Timing) -> list[float]:
        """Return how many times as long each repetition took."""
        return [sum(a) / sum(b) for a, b in zip(self._spent, other._spent, strict=True)]


@dataclass
class Checks:
    """The number of attempts with equal results in both."""

    compared: int = 0
    equal: int = 0
    different: list[str] = field(default_factory=list)

    def add(self, portion: Portion, mode: Mode, ours: list[Result], theirs: list[Result]) -> None:
        for task, action, a, b in zip(portion.tasks, portion.actions, ours, theirs, strict=True):
            self.compared += 1
            if agree(a, b):
                self.equal += 1
            else:
                self.different.append(f"{mode.name}: {task.phyre_id} {action.tolist()}: {a} {b}")


class Bench:
    """Plays the same portions with both in turn, so that other load slows both."""

    def __init__(
        self, portions: Sequence[Portion], many: Sequence[Portion], reference: Reference | None
    ) -> None:
        self.portions = portions
        self.many = many
        self.reference = reference
        self.times: dict[str, Timing] = {}
        self.checks: dict[str, Checks] = {}
        self.attempts: dict[str, int] = {}

    def run(self, kind: str, repeats: int | None) -> None:
        """Time all modes that compare with one kind of reference rollout."""
        count, head, usual = _SIZES[kind]
        drawn = self.many if kind == "many" else self.portions
        portions = [p.head(head or len(p)) for p in drawn[:count]]
        self.attempts[kind] = sum(map(len, portions))
        for repeat in range(repeats or usual):
            for portion in portions:
                for name, cpu in self._turn(portion, kind, check=repeat == 0):
                    self.times.setdefault(name, Timing(self.attempts[kind])).add(repeat, cpu)

    def _turn(self, portion: Portion, kind: str, check: bool) -> Iterator[tuple[str, float]]:
        theirs: list[Result] = []
        if self.reference:
            answer = self.reference.ask(
                "play",
                tier=portion.tier,
                mode="status" if kind == "many" else kind,
                tasks=[task.phyre_id for task in portion.tasks],
                actions=portion.actions.tolist(),
                check=check,
            )
            theirs = [Result(**seen) for seen in answer["seen"]]
            yield kind, answer["cpu_s"]
        for mode in MODES:
            if mode.reference == kind:
                cpu, ours = play(portion, mode, check)
                yield mode.name, cpu
                if theirs:
                    self.checks.setdefault(mode.name, Checks()).add(portion, mode, ours, theirs)

    def rows(self) -> Iterator[list[str]]:
        """Yield the rows of the table."""
        yield ["", "Topple ms", "PHYRE ms", "times as fast", "spread", "aim", "equal"]
        for mode in MODES:
            ours, theirs = self.times[mode.name], self.times.get(mode.reference)
            row = [mode.name, f"{ours.ms:.3f}"]
            aim = f"{mode.target:.1f}" if mode.target else ""
            if theirs is None:
                yield [*row, "", "", "", aim, ""]
                continue
            ratios = theirs.over(ours)
            spread = f"{min(ratios):.2f}-{max(ratios):.2f}"
            checks = self.checks[mode.name]
            equal = f"{checks.equal}/{checks.compared}"
            yield [*row, f"{theirs.ms:.3f}", f"{theirs.ms / ours.ms:.2f}", spread, aim, equal]


def two_threads(portions: Sequence[Portion], repeats: int) -> float:
    """Return how much faster two threads are than one, by the best wall time of each."""
    whole = [joined(portions, tier) for tier in TIERS]
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(repeats):
        for threads in best:
            start = time.perf_counter()
            for portion in whole:
                simulate(portion.tasks, portion.actions, threads=threads)
            best[threads] = min(best[threads], time.perf_counter() - start)
    return best[1] / best[2]


def engine_share(portions: Sequence[Portion], repeats: int) -> float:
    """Return the share of a full rollout's CPU time that the engine's steps take."""
    shares = []
    for _ in range(repeats):
        whole, inside = map(sum, zip(*map(engine_s, portions), strict=True))
        shares.append(inside / whole)
    return statistics.median(shares)


def main() -> int:
    """Run the benchmark; return 1 if any result differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=6, help="actions per task, for 100 tasks")
    parser.add_argument("--repeats", type=int, help="repetitions of every mode")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    start, load = time.perf_counter(), os.getloadavg()[0]
    portions, many = draw(TASKS_EACH, options.actions), draw_many(MANY)
    try:
        running: Reference | nullcontext[None] = Reference()
    except NoOriginal as error:
        print(f"no comparison: {error}\nhint: {error.hint}", file=sys.stderr)
        running = nullcontext()
    with running as reference:
        about = _load(reference, [*portions, *many])
        bench = Bench(portions, many, reference)
        for kind in _SIZES:
            bench.run(kind, options.repeats)
    speedup = two_threads(portions, options.repeats or 7)
    share = engine_share(portions, options.repeats or 5)
    notes = [
        *about,
        f"attempts: {', '.join(f'{count} {kind}' for kind, count in bench.attempts.items())}",
        f"{MANY} attempts a task share one simulation of the scene, whose time is included",
        f"two threads: {speedup:.2f} times as fast as one by wall time (aim {THREADS_TARGET})",
        f"inside the engine's step: {share:.0%} of the CPU time of full rollouts",
        f"load of the machine before: {load:.1f}; took {time.perf_counter() - start:.0f} s",
    ]
    rows = list(bench.rows())
    different = [line for checks in bench.checks.values() for line in checks.different]
    print(record.machine(), record.table(rows), *notes, sep="\n")
    if different:
        print("different:", *different, sep="\n")
    if not options.no_save:
        summary = "CPU time of an attempt on one thread, and the original's over Topple's."
        print(f"saved in {record.save('phyre', summary, rows, notes)}", file=sys.stderr)
    return 1 if different else 0


def _load(reference: Reference | None, portions: Sequence[Portion]) -> list[str]:
    if reference is None:
        return [f"not compared: {PACKAGE} is not installed"]
    for tier in TIERS:
        tasks = joined(portions, tier).tasks
        reference.ask("load", tier=tier, tasks=sorted({task.phyre_id for task in tasks}))
    versions = reference.ask("versions")
    return ["compared with " + ", ".join(f"{name} {value}" for name, value in versions.items())]


if __name__ == "__main__":
    sys.exit(main())
