"""Floors and ceilings of protocols for agents: play the two agents that a protocol names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from topple.agents.agent import read_agent
from topple.errors import BadInput
from topple.protocols.references import Reference
from topple.runs.evaluate import Plan, run
from topple.runs.load import Run, load
from topple.runs.watch import RunBars
from topple.tasks.protocol import Protocol


def play_agents(
    protocol: Protocol, folder: Path, *, limit: int | None = None, workers: int | None = None
) -> tuple[Reference, Reference]:
    """Play floor and ceiling on all folds, in run folders; finished runs are not played again."""
    floor, ceiling = (
        reference(load(_play(protocol, words, folder, limit, workers)))
        for words in (protocol.floor, protocol.ceiling)
    )
    return floor, ceiling


def reference(found: Run) -> Reference:
    """Return the figures of a run of all folds, fold by fold."""
    counts = found.counts
    folds = [
        found.metric.score(counts.only(np.flatnonzero(counts.fold == fold).tolist())).figures
        for fold in found.settings.folds
    ]
    if any(np.isnan(figures[0].estimate.value) for figures in folds):
        raise BadInput(f"so few tasks have no {folds[0][0].title}", "give a larger --limit")
    # The figures of a title, over the folds.
    columns = list(zip(*folds, strict=True))
    values = {own[0].title: tuple(each.estimate.value for each in own) for own in columns}
    return Reference(
        found.settings.agent,
        # Questions of some kinds have no stasis bias, for example.
        {title: own for title, own in values.items() if not np.isnan(own).all()},
    )


def average(found: Sequence[Reference]) -> Reference:
    """Return the mean figures of several runs of one agent."""
    first = found[0]
    return Reference(
        first.agent,
        {
            title: tuple(np.mean([each.figures[title] for each in found], axis=0).tolist())
            for title in first.figures
        },
    )


def _play(
    protocol: Protocol, words: str, folder: Path, limit: int | None, workers: int | None
) -> Path:
    name, *settings = words.split()
    plan = Plan(protocol, read_agent(words), protocol.folds, limit=limit)
    path = folder / plan.folder_name()
    command = ["topple eval", protocol.name, "--agent", name, "--fold all"]
    command += [f"--set {each}" for each in settings]
    command += [f"--limit {limit}"] if limit else []
    with RunBars(name) as watch:
        run(plan, path, workers=workers, watch=watch, command=" ".join(command))
    return path
