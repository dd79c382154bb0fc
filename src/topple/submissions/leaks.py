"""Leak alarm: does an agent play the sealed solutions more often than chance allows?

Many tasks have k equally good actions in the list of candidates. One of them, drawn at random, is
sealed per task. An agent that has not seen the seals plays the sealed one of the k in 1 of k cases.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from topple.errors import BadInput
from topple.submissions import season
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import World, world

SEALS = "seals.json"
ALARM = 1e-4  # p values below this one are reported as a leak
_CANDIDATES = 1000
_LEAST = 2  # equally good actions that a task needs, so that there is a choice


@dataclass(frozen=True, slots=True)
class Pick:
    """The sealed action of a task, one of `k` that solve it."""

    action: Action
    k: int


@dataclass(frozen=True, slots=True)
class Leak:
    """How many of the solved tasks were solved by the sealed action, and the chance of so many."""

    solved: int
    hits: int
    expected: float
    p: float

    @property
    def alarm(self) -> bool:
        """Whether chance does not explain the hits."""
        return self.p < ALARM

    def facts(self) -> dict[str, float | int | bool]:
        """Return the test as plain data."""
        return {
            "solved": self.solved,
            "hits": self.hits,
            "expected": self.expected,
            "p": self.p,
            "alarm": self.alarm,
        }


def draw_picks(own: World, names: Sequence[str]) -> dict[str, Pick]:
    """Draw a sealed action for every task that several candidates solve."""
    found = {}
    for name in names:
        task = own.task(name)
        actions = task.actions.candidates(_CANDIDATES)
        solving = np.flatnonzero(own.outcomes([task], actions)[0] == 1)
        if len(solving) >= _LEAST:
            chosen = solving[secrets.randbelow(len(solving))]
            found[name] = Pick(tuple(actions[chosen].tolist()), len(solving))
    return found


def seal(folder: Path, tasks: Path) -> int:
    """Seal one action per task of a season; return the number of tasks with a seal."""
    plan, _ = season.read(folder)
    picks = draw_picks(world(plan.world), list(season.read_tasks(tasks)))
    path = folder / SEALS
    path.touch(mode=0o600)
    rows = {name: {"action": list(pick.action), "k": pick.k} for name, pick in picks.items()}
    path.write_text(json.dumps(rows, indent=1) + "\n")
    return len(picks)


def read_seals(path: Path) -> dict[str, Pick]:
    """Read what `seal` wrote."""
    try:
        rows = json.loads(path.read_bytes())
        return {n: Pick(tuple(row["action"]), int(row["k"])) for n, row in rows.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"cannot read seals from {path}: {error}") from error


def leak_test(attempts: Iterable[Attempt], picks: Mapping[str, Pick]) -> Leak:
    """Count the tasks that were solved by their sealed action first, and test against chance."""
    first: dict[str, Attempt] = {}
    for attempt in attempts:
        if attempt.outcome is Outcome.SOLVED and attempt.task in picks:
            first.setdefault(attempt.task, attempt)
    hits = sum(attempt.action == picks[name].action for name, attempt in first.items())
    chances = [1 / picks[name].k for name in first]
    return Leak(len(first), hits, sum(chances), _at_least(hits, chances))


def _at_least(hits: int, chances: Sequence[float]) -> float:
    """Return the probability of so many successes or more (Poisson binomial distribution)."""
    spread = np.array([1.0])
    for chance in chances:
        spread = np.convolve(spread, [1 - chance, chance])
    return float(min(1.0, spread[hits:].sum()))
