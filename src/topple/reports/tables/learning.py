"""What models learn over the attempts at a task."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from topple.metrics.bootstrap import Estimate
from topple.metrics.learning import Learning, Tried, group_attempts, learning, whole_action
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import Table, interval, points
from topple.runs.find import find_task
from topple.runs.folder import ATTEMPTS
from topple.runs.load import Run
from topple.runs.reduce import read_attempts
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.worlds import read_id, world

_HEADER = ("agent", "slope per attempt", "95 % interval", "repeats", "step", "95 % interval")
_TOWARDS = ("towards a solution", "95 % interval")


def measure_learning(run: Run) -> Learning:
    """Measure what a player learns over the attempts of a run.

    Known solutions of a task are the stored one and those that the run found.
    """
    made = group_attempts(read_attempts(run.folder / ATTEMPTS), run.settings.uncounted)
    found = []
    for (_, name), attempts in made.items():
        task = find_task(run.settings, name)
        if task is None:
            continue
        known = world(run.settings.world).certificate(task)
        solved = [whole_action(each) for each in attempts if each.outcome is Outcome.SOLVED]
        solutions: list[Action] = [known.solution] if known else []
        solutions += [action for action in solved if action]
        found.append(Tried(read_id(name).template, task.actions, attempts, solutions))
    return learning(found)


def learning_table(group: Group) -> Table | None:
    """Return what models learn; None if none has several attempts per task."""
    rows = [(entry, measure_learning(entry.run)) for entry in group.entries if _may_learn(entry)]
    return (_HEADER + _TOWARDS, [_row(*row) for row in rows]) if rows else None


def learning_facts(entry: Entry) -> dict[str, Any]:
    """Return what a model learns as plain data; nothing without several attempts per task."""
    if not _may_learn(entry):
        return {}
    found = asdict(measure_learning(entry.run))
    return {"learning": {name: _drop_nan(value) for name, value in found.items()}}


def _drop_nan(value: Any) -> Any:
    """Return None for an estimate that could not be made: JSON has no NaN."""
    unknown = isinstance(value, dict) and math.isnan(value["value"])
    return None if unknown else value


def _may_learn(entry: Entry) -> bool:
    settings = entry.run.settings
    return bool(settings.asked) and settings.attempts > 1 and not entry.score.kind


def _row(entry: Entry, found: Learning) -> tuple[str, ...]:
    return (
        entry.label,
        *_write_signed(found.slope),
        points(found.repeated.value),
        *_plain(found.step),
        points(found.towards.value),
        interval(found.towards),
    )


def slope_words(found: Learning) -> str:
    """Write how success grows over attempts."""
    value, ends = _write_signed(found.slope)
    return f"slope {value} points per attempt, 95 % interval {ends}"


def _write_signed(found: Estimate) -> Sequence[str]:
    if math.isnan(found.value):
        return "-", "-"
    ends = found.interval
    words = "-" if ends is None else f"{100 * ends[0]:+.1f} to {100 * ends[1]:+.1f}"
    return f"{100 * found.value:+.1f}", words


def _plain(found: Estimate) -> Sequence[str]:
    if math.isnan(found.value):
        return "-", "-"
    ends = found.interval
    return f"{found.value:.2f}", "-" if ends is None else f"{ends[0]:.2f} to {ends[1]:.2f}"
