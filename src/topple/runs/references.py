"""Floors and ceilings of protocols for agents: play the random agent and the oracle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from topple.agents import make_agent
from topple.errors import BadInput
from topple.metrics.metric import metric
from topple.metrics.score import METRIC, Score
from topple.protocols.references import CEILING, FLOOR, Reference
from topple.runs.evaluate import Plan, run
from topple.runs.load import Run, load
from topple.runs.watch import RunBars
from topple.tasks.protocol import Protocol

# The listed actions are those of PHYRE's published random agent.
AGENTS: Mapping[str, Mapping[str, str]] = {FLOOR: {"listed": "true"}, CEILING: {}}


def check_metric(rules: Protocol) -> None:
    """Refuse a protocol whose scores reference files cannot hold."""
    if metric(rules.metric) is not METRIC:
        raise BadInput(
            f"`{rules.name}` is scored by {rules.metric}; references hold {METRIC.title} only",
            "`topple list protocols` shows the metric of each protocol",
        )


def play_agents(
    rules: Protocol, folder: Path, *, limit: int | None = None, workers: int | None = None
) -> dict[str, Reference]:
    """Play floor and ceiling on all folds, in run folders; finished runs are not played again."""
    check_metric(rules)
    return {name: reference(load(_play(rules, name, folder, limit, workers))) for name in AGENTS}


def reference(found: Run) -> Reference:
    """Return the scores of a run of all folds."""
    score = found.metric.score(found.counts)
    assert isinstance(score, Score)
    marks = {mark: tuple(spread.values) for mark, spread in score.success_folds.items()}
    return Reference(tuple(score.folds.values), marks)


def _play(rules: Protocol, name: str, folder: Path, limit: int | None, workers: int | None) -> Path:
    plan = Plan(rules, make_agent(name, AGENTS[name].items()), rules.folds, limit=limit)
    path = folder / plan.folder_name()
    words = ["topple eval", rules.name, "--agent", name, "--fold all"]
    words += [f"--set {field}={value}" for field, value in AGENTS[name].items()]
    words += [f"--limit {limit}"] if limit else []
    with RunBars(name) as watch:
        run(plan, path, workers=workers, watch=watch, command=" ".join(words))
    return path
