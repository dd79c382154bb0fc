"""How many attempts models need, and the combined success of several runs of one model."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from topple.metrics.bootstrap import Estimate, estimate
from topple.metrics.survival import Attempts, attempts_to_success, solved_in_any
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import Table, interval, points


@dataclass(frozen=True, eq=False, slots=True)
class Together:
    """Runs of one model that differ only in their seed, on the tasks that all have played.

    `mean` is the share of tasks that one run solves, on average. `union` is the share that at least
    one of them solves, which DeepPHY publishes as Pass@K.
    """

    agent: str
    labels: tuple[str, ...]
    tasks: int
    mean: Estimate
    union: Estimate

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.labels)

    def facts(self) -> dict[str, Any]:
        """Return the numbers as plain data."""
        return {**asdict(self), "runs": self.runs}


def measure_attempts(entry: Entry) -> Attempts | None:
    """Return the attempts a model needs; None for agents and for protocols with one attempt."""
    settings, found = entry.run.settings, entry.run.counts
    if not settings.asked or settings.attempts == 1:
        return None
    return attempts_to_success(found.solved_at, found.had, found.template, found.attempts)


def together(group: Group) -> list[Together]:
    """Combine the runs of each model that has several."""
    found: dict[str, list[Entry]] = {}
    for entry in group.entries:
        s = entry.run.settings
        if s.asked:
            alike = json.dumps([s.agent, s.agent_version, dict(s.agent_settings), s.cell, s.limit])
            found.setdefault(alike, []).append(entry)
    return [each for runs in found.values() if len(runs) > 1 and (each := _together(runs))]


def _together(entries: list[Entry]) -> Together | None:
    rows = [_rows(entry) for entry in entries]
    tasks = sorted(set(rows[0]).intersection(*rows[1:]))
    if not tasks:
        return None
    most = entries[0].run.settings.attempts
    solved_at = np.array([[own[task][0] for task in tasks] for own in rows])
    template = np.array([rows[0][task][1] for task in tasks])
    share = ((solved_at >= 1) & (solved_at <= most)).mean(axis=0)
    return Together(
        entries[0].run.settings.agent,
        tuple(entry.label for entry in entries),
        len(tasks),
        estimate(share, template),
        solved_in_any(solved_at, template, most),
    )


def _rows(entry: Entry) -> dict[tuple[int, str], tuple[int, str]]:
    """Return solving attempt and template of every task that was played to its end."""
    found, whole = entry.run.results, ~entry.run.cut
    columns = (found.fold, found.task, found.solved_at, found.template)
    rows = zip(*(column[whole].tolist() for column in columns), strict=True)
    return {(fold, task): (at, template) for fold, task, at, template in rows}


def attempts_table(group: Group) -> Table | None:
    """Return attempts to success as a table; None if no model has several attempts."""
    header = ("agent", "attempts", "95 % interval", "of solved tasks", "95 % interval")
    rows: list[tuple[str, ...]] = [
        (entry.label, *_count(found.mean), *_count(found.mean_of_solved))
        for entry in group.entries
        if (found := measure_attempts(entry))
    ]
    return (header, rows) if rows else None


def unions_table(group: Group) -> Table | None:
    """Return the combined success of runs of one model; None if no model has several runs."""
    share = f"success at {group.attempts[1]}"
    header = ("agent", "runs", "tasks", share, "95 % interval", "union of runs", "95 % interval")
    rows: list[tuple[str, ...]] = [
        (
            each.agent,
            f"{each.runs}",
            f"{each.tasks:,}",
            *(points(each.mean.value), interval(each.mean)),
            *(points(each.union.value), interval(each.union)),
        )
        for each in together(group)
    ]
    return (header, rows) if rows else None


def _count(found: Estimate) -> tuple[str, str]:
    if np.isnan(found.value):
        return "-", "-"
    ends = found.interval
    return f"{found.value:.2f}", "-" if ends is None else f"{ends[0]:.2f} to {ends[1]:.2f}"
