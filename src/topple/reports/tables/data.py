"""Scores and results as plain data, for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from topple.metrics.tally import OUTCOMES
from topple.reports.tables.attempts import taken, together
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.published import originals

_COLUMNS = ("fold", "task", "template", "solved_at", "counted", "steps", "wall_ms")


def facts(group: Group) -> dict[str, Any]:
    """Give all numbers of a group."""
    return {
        "protocol": group.protocol,
        "version": group.version,
        "variant": group.variant,
        "part": group.part,
        "metric": group.metric.name,
        "attempts": list(group.attempts),
        "same_tasks": group.same_tasks,
        "runs": [_facts(group, entry) for entry in group.entries],
        "together": [each.facts() for each in together(group)],
        "published": [asdict(row) for row in originals(group)],
    }


def task_rows(groups: Sequence[Group]) -> Iterator[list[Any]]:
    """Give one row per run, fold and task, a header first: all that the scores are made of."""
    yield ["run", "agent", "protocol", "part", *_COLUMNS, *map(str, OUTCOMES)]
    for group in groups:
        for entry in group.entries:
            results = entry.run.results
            head = [str(entry.run.folder), entry.label, group.protocol, group.part]
            columns = [getattr(results, name).tolist() for name in _COLUMNS]
            for *row, outcomes in zip(*columns, results.outcomes.tolist(), strict=True):
                row[-1] = round(row[-1], 3)
                yield [*head, *row, *outcomes]


def _facts(group: Group, entry: Entry) -> dict[str, Any]:
    run, found = entry.run, entry.score
    return {
        "run": str(run.folder),
        "label": entry.label,
        "agent": run.settings.agent,
        "agent_version": run.settings.agent_version,
        "settings": dict(run.settings.agent_settings),
        "seed": run.settings.seed,
        "simulates": run.settings.simulates,
        "finished": run.finished is not None,
        "warnings": entry.warnings,
        "tasks": found.tasks,
        "failed": run.failed,
        "templates": found.templates,
        **found.facts(),
        **_taken(entry),
        "floor": group.floor(entry),
        "ceiling": group.ceiling(entry),
        "outcomes": entry.outcomes,
        "attempts": entry.attempts,
        "tokens": entry.tokens,
        "cost_usd": round(entry.cost_usd, 6),
        "practice_simulations": entry.practice,
        "wall_s": round(entry.wall_s, 3),
        "by_template": [asdict(row) for row in found.by_template],
        "made_by": dict(run.settings.made_by),
    }


def _taken(entry: Entry) -> dict[str, Any]:
    found = taken(entry)
    if found is None:
        return {}
    # No task solved leaves no mean over solved ones, and JSON has no such number.
    own = None if math.isnan(found.mean_of_solved.value) else asdict(found.mean_of_solved)
    return {"attempts_to_success": asdict(found.mean), "attempts_of_solved": own}
