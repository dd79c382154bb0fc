"""Compare bird games with fewer solver iterations: outcomes and time saved."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import record

from topple.tasks.outcome import Outcome
from topple.worlds.birds import Level, Rules, Shot, simulate
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.rules import ITERATIONS, TIME_STEP
from topple.worlds.birds.search import nearby, planned, solutions
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD, all_templates

COUNTS = (ITERATIONS, 50, 20, 10)
_NEIGHBOURS = 4
_SEARCHES = 64

Shots = Sequence[Shot]


@dataclass(frozen=True)
class Games:
    """The levels and shots that are played with every number of iterations."""

    levels: list[Level]
    shots: list[Shots]
    aimed: list[bool]  # a solution or a plan, not a neighbour of it
    certified: int


@dataclass(frozen=True)
class Played:
    """The results of the games, and the speed as a multiple of real time."""

    outcomes: list[Outcome]
    pace: float


def gather() -> Games:
    """Return a solution of every template's first task, stored or searched, and its neighbours."""
    games = Games([], [], [], 0)
    certified = 0
    for template in all_templates().values():
        task = template.task(0)
        known = WORLD.certificate(task)
        certified += known is not None
        best = shots_of(known.solution) if known else _searched(task)
        for number, shots in enumerate((best, *nearby(best, str(task), _NEIGHBOURS))):
            games.levels.append(task.level)
            games.shots.append(shots)
            games.aimed.append(number == 0)
    return replace(games, certified=certified)


def _searched(task: BirdsTask) -> Shots:
    """Return the first solution of a short search, or else the plan."""
    found = next(solutions(task, _SEARCHES), None)
    return found.shots if found else planned(task)


def play(games: Games, iterations: int) -> Played:
    """Play all games on one thread."""
    rules = replace(Rules(), iterations=iterations)
    start = time.process_time()
    plays = simulate(games.levels, games.shots, rules=rules, threads=1)
    cpu = time.process_time() - start
    pace = sum(each.steps for each in plays) * TIME_STEP / cpu
    return Played([each.outcome for each in plays], pace)


def rows(games: Games, played: dict[int, Played]) -> Iterator[list[str]]:
    """Yield the rows of the table."""
    yield ["iterations", "solved", "equal outcomes", "of solutions", "real time", "times as fast"]
    full = played[ITERATIONS]
    for count, one in played.items():
        same = np.array([a is b for a, b in zip(one.outcomes, full.outcomes, strict=True)])
        solutions = np.array(games.aimed) & (np.array(full.outcomes) == Outcome.SOLVED)
        yield [
            str(count),
            str(one.outcomes.count(Outcome.SOLVED)),
            f"{same.mean():.1%}",
            f"{same[solutions].mean():.1%}",
            f"{one.pace:,.0f}x",
            f"{one.pace / full.pace:.2f}",
        ]


def main(save: bool) -> int:
    """Print the table, and store it if asked to."""
    games = gather()
    table = list(rows(games, {count: play(games, count) for count in COUNTS}))
    tasks = sum(games.aimed)
    notes = [
        f"{tasks} tasks, {games.certified} with a certified solution, the rest searched for",
        f"{len(games.shots)} games: a solution and {_NEIGHBOURS} neighbours of it on every task",
    ]
    print(record.machine(), record.table(table), *notes, sep="\n")
    if save:
        summary = f"Outcomes against those of {ITERATIONS} iterations, and CPU time."
        where = record.save("birds iterations", summary, table, notes)
        print(f"saved in {where}", file=sys.stderr)
    return 0
