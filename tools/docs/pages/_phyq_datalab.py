"""The published program of Datalab in both games, from stored plays in this one.

`python -m tools.docs datalab served=RUN original=RUN ...` stores the plays of finished runs.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tools.docs.tables import share, table
from topple.metrics.metric import Counts, metric
from topple.metrics.phyq.metric import PhyqScore
from topple.metrics.phyq.rates import phyq_score, scenario_titles
from topple.metrics.phyq.scale import load_published
from topple.runs.folder import ATTEMPTS
from topple.runs.load import load
from topple.runs.reduce import read_attempts
from topple.tasks.task import TaskId
from topple.worlds.birds.world import drawn_from

PLAYS = Path(__file__).parents[3] / "docs" / "results" / "phyq" / "datalab.json.gz"
TITLES = {
    "served": "our tasks",
    "original": "original tasks",
    "two-events": "two events per hit",
    "two-events-taps": "and original taps",
    "small-pig": "small pig of 0.151 kg",
}
_MANOEUVRING = 15


@dataclass(frozen=True, slots=True)
class Condition:
    """Plays under one condition: task, action and outcome of each, in the world of a version."""

    version: int
    plays: tuple[tuple[str, tuple[float, ...], str], ...]

    def score(self, *, leave_out: int = 0) -> PhyqScore:
        """Score the plays, one attempt per task; `leave_out` is the number of a scenario."""
        rows = [(_template(task), outcome == "solved") for task, _, outcome in self.plays]
        skip = f"{leave_out}."
        kept = [(t.name, won) for t, won in rows if not t.phyq.startswith(skip)]
        won = np.array([won for _, won in kept], np.int64)
        ones = np.ones(len(kept), np.int64)
        names = np.array([name for name, _ in kept], np.str_)
        found = metric("phyq").score(Counts(0 * ones, names, won, won, ones, attempts=1))
        assert isinstance(found, PhyqScore)
        return found


def store(runs: Mapping[str, Path]) -> Path:
    """Store the plays of finished runs, by condition."""
    PLAYS.parent.mkdir(exist_ok=True)
    text = json.dumps({name: _packed(path) for name, path in runs.items()})
    PLAYS.write_bytes(gzip.compress(text.encode(), mtime=0))
    return PLAYS


def conditions() -> dict[str, Condition]:
    """Read the stored plays by condition."""
    data = json.loads(gzip.decompress(PLAYS.read_bytes()))
    return {name: Condition(each["version"], _plays(each["plays"])) for name, each in data.items()}


def rates(found: Mapping[str, Condition]) -> str:
    """Return the table of pass rates by scenario, and of Phy-Q."""
    scores = {name: each.score() for name, each in found.items()}
    theirs = load_published().agents["Datalab"]
    rows = [
        (title, f"{100 * theirs[i]:.1f}", *(_rate(score, i + 1) for score in scores.values()))
        for i, title in enumerate(scenario_titles())
    ]
    last = ("**Phy-Q**", f"{phyq_score(theirs):.1f}", *(share(s.score, 1) for s in scores.values()))
    few = [each.score(leave_out=_MANOEUVRING) for each in found.values()]
    without = theirs.copy()
    without[_MANOEUVRING - 1] = np.nan
    rest = ("without 15", f"{phyq_score(without):.1f}", *(share(s.score, 1) for s in few))
    return table(("scenario", "published", *(TITLES[n] for n in found)), (*rows, last, rest))


def _rate(score: PhyqScore, number: int) -> str:
    (row,) = [each for each in score.scenarios if each.number == number]
    return share(row.rate, 1)


def _template(task: str) -> Any:
    from topple.worlds.birds.world import template

    name = TaskId.parse(task).template
    return drawn_from(name) or template(name)


def _plays(rows: Iterable[Any]) -> tuple[tuple[str, tuple[float, ...], str], ...]:
    return tuple((task, tuple(action), outcome) for task, action, outcome in rows)


def _packed(folder: Path) -> dict[str, Any]:
    run = load(folder)
    assert run.finished, f"{folder} is not finished"
    plays = [(a.task, a.action, a.outcome) for a in read_attempts(folder / ATTEMPTS)]
    return {"version": run.settings.world_version, "plays": sorted(plays)}
