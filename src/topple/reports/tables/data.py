"""Scores and results as plain data, for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from topple.metrics.tally import OUTCOMES
from topple.reports.tables.attempts import measure_attempts, together
from topple.reports.tables.comparable import Named
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.learning import learning_facts
from topple.reports.tables.published import originals
from topple.reports.tables.twins import twin_gaps
from topple.runs.settings import Finished
from topple.runs.turns import Asked

_COLUMNS = ("fold", "task", "template", "solved_at", "counted", "steps", "wall_ms")


def facts(group: Group) -> dict[str, Any]:
    """Return all numbers of a group."""
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
        "published": [row.facts() for row in originals(group)],
    }


def task_rows(groups: Sequence[Group]) -> Iterator[list[Any]]:
    """Return a header, then one row per run, fold and task: all that the scores are made of."""
    yield ["run", "agent", "protocol", "part", *_COLUMNS, *map(str, OUTCOMES)]
    for group in groups:
        for entry in group.entries:
            results = entry.run.results
            head = [str(entry.run.folder), entry.label, group.protocol, group.part]
            columns = [getattr(results, name).tolist() for name in _COLUMNS]
            for *row, outcomes in zip(*columns, results.outcomes.tolist(), strict=True):
                row[-1] = round(row[-1], 3)
                yield [*head, *row, *outcomes]


class Scored(Protocol):
    """A run of tasks or of questions, with what every report shows of it."""

    @property
    def label(self) -> str: ...
    @property
    def run(self) -> Finishable: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def outcomes(self) -> dict[str, int]: ...
    @property
    def asked(self) -> Asked: ...
    @property
    def tokens(self) -> int: ...
    @property
    def cost_usd(self) -> float: ...
    @property
    def wall_s(self) -> float: ...


class Finishable(Named, Protocol):
    """A run folder that may be finished."""

    @property
    def finished(self) -> Finished | None: ...


def run_facts(entry: Scored) -> dict[str, Any]:
    """Return what all runs have in common."""
    settings = entry.run.settings
    return {
        "run": str(entry.run.folder),
        "label": entry.label,
        "agent": settings.agent,
        "settings": dict(settings.agent_settings),
        "seed": settings.seed,
        "finished": entry.run.finished is not None,
        "warnings": entry.warnings,
        "outcomes": entry.outcomes,
        **_turns(entry.asked),
        **({"readings": asdict(found)} if (found := entry.asked.readings) else {}),
        **({"simulated_calls": entry.asked.calls} if entry.asked.calls else {}),
        "tokens": entry.tokens,
        "cost_usd": round(entry.cost_usd, 6),
        "wall_s": round(entry.wall_s, 3),
        "made_by": dict(settings.made_by),
    }


def _turns(asked: Asked) -> dict[str, Any]:
    """Return the turns of games, and those without a move by reason."""
    return {"turns": {"asked": asked.turns, **asked.lost}} if asked.in_games else {}


def _facts(group: Group, entry: Entry) -> dict[str, Any]:
    run, found = entry.run, entry.score
    return {
        **run_facts(entry),
        "agent_version": run.settings.agent_version,
        "simulates": entry.simulates,
        "tasks": found.tasks,
        "failed": run.failed,
        "templates": found.templates,
        **found.facts(),
        **_take(entry),
        **learning_facts(entry),
        "floor": group.floor(entry),
        "ceiling": group.ceiling(entry),
        "ceiling_is": group.top if group.references else None,
        **({"blind": blind} if (blind := group.blind(entry)) else {}),
        "attempts": entry.attempts,
        "practice_simulations": entry.practice,
        "test_simulations": entry.planning,
        "by_template": [asdict(row) for row in found.by_template],
        **({"twins": [gap.facts() for gap in gaps]} if (gaps := twin_gaps(entry)) else {}),
    }


def _take(entry: Entry) -> dict[str, Any]:
    found = measure_attempts(entry)
    if found is None:
        return {}
    # If no task is solved there is no mean over solved tasks, and JSON has no NaN.
    own = None if math.isnan(found.mean_of_solved.value) else asdict(found.mean_of_solved)
    return {"attempts_to_success": asdict(found.mean), "attempts_of_solved": own}
