"""Measure the speed of bird games on one core, per template, as a multiple of real time."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import record

from topple.tasks.draw import generator
from topple.worlds.birds import Play, Shot, simulate
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.search import planned
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS, Template
from topple.worlds.birds.to_native import native_level
from topple.worlds.birds.world import all_templates

TARGET = 1000  # times real time


@dataclass(frozen=True)
class Spent:
    """Counts and CPU time of some games; `first_s` is the time on levels not played before.

    Only first games simulate every step that they count: later ones begin with the first bird
    drawn, so that their pace would count steps that were restored.
    """

    shots: int = 0
    steps: int = 0
    cpu_s: float = 0.0
    first_s: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.shots + other.shots,
            self.steps + other.steps,
            self.cpu_s + other.cpu_s,
            self.first_s + other.first_s,
        )

    @property
    def pace(self) -> float:
        """Multiples of real time in first games, the building of their levels included."""
        return self.steps * TIME_STEP / self.first_s

    @property
    def shots_per_s(self) -> float:
        """Shots per second in later games."""
        return self.shots / self.cpu_s


@cache
def lists_of_shots(task: BirdsTask, random: int) -> list[Sequence[Shot]]:
    """Return the plan of a task, and random shots."""
    rng = generator("benchmark", task)
    plan = planned(task)
    return [plan, *(shots_of(task.actions.sample(rng)) for _ in range(random))]


def timed(task: BirdsTask, shots: list[Sequence[Shot]]) -> tuple[float, list[Play]]:
    """Play on one thread; return the CPU time and the results."""
    start = time.process_time()
    plays = simulate(task.level, shots, rules=task.rules, threads=1)
    return time.process_time() - start, plays


def measure(template: Template, random: int, repeats: int) -> Spent:
    """Time the games of a template's first task, the best of some repetitions of each kind."""
    task = template.task(0)
    lists = lists_of_shots(task, random)
    first, again = [], []
    for _ in range(repeats):
        spent = 0.0
        for shots in lists:
            native_level.cache_clear()
            spent += timed(task, [shots])[0]
        first.append(spent)
        # After the first game on a level, later games start with the first bird drawn.
        timed(task, [lists[0]])
        cpu, plays = timed(task, lists)
        again.append(cpu)
    steps = sum(play.steps for play in plays)
    return Spent(sum(play.shots for play in plays), steps, min(again), min(first))


def rows(spent: dict[str, Spent]) -> Iterator[list[str]]:
    """Return the table, scenario by scenario."""
    yield ["", "shots/s", "real time", "slowest template", "aim"]
    templates = all_templates().values()
    groups = [(s, [t.name for t in templates if t.scenario == s]) for s in SCENARIOS]
    for title, names in [*groups, ("all", list(spent))]:
        total = sum((spent[name] for name in names), Spent())
        slowest = min(spent[name].pace for name in names)
        paces = [f"{pace:,.0f}x" for pace in (total.pace, slowest)]
        yield [title, f"{total.shots_per_s:,.0f}", *paces, f"{TARGET:,}x"]


def two_threads(random: int, repeats: int) -> float:
    """Return how much faster two threads are than one, by the best wall time of each."""
    tasks = [template.task(0) for template in all_templates().values()]
    games = [(task.level, shots) for task in tasks for shots in lists_of_shots(task, random)]
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(repeats):
        for threads in best:
            start = time.perf_counter()
            simulate([level for level, _ in games], [shots for _, shots in games], threads=threads)
            best[threads] = min(best[threads], time.perf_counter() - start)
    return best[1] / best[2]


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=4, help="lists of random shots per template")
    parser.add_argument("--repeats", type=int, default=3, help="repetitions; the best counts")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    spent = {
        name: measure(template, options.random, options.repeats)
        for name, template in all_templates().items()
    }
    below = sorted((one.pace, name) for name, one in spent.items() if one.pace < TARGET)
    notes = [
        f"{len(spent)} templates, task 0: the plan and {options.random} lists of random shots",
        f"below the aim: {', '.join(f'{name} {pace:,.0f}x' for pace, name in below) or 'none'}",
        f"two threads: {two_threads(options.random, options.repeats):.2f} times as fast as one",
        f"load of the machine before: {load:.1f}",
    ]
    table = list(rows(spent))
    print(record.machine(), record.table(table), *notes, sep="\n")
    if not options.no_save:
        summary = (
            "Shots per second of CPU time on levels played before; simulated time per second of "
            "CPU time on new levels, every step simulated, the building of levels included."
        )
        print(f"saved in {record.save('birds', summary, table, notes)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
