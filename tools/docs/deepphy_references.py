"""Keep floors and ceilings of DeepPHY's protocols for reports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.metrics.auccess import expected_credit
from topple.metrics.score import MARKS, Score
from topple.protocols.references import CEILING, FLOOR, FOLDER
from topple.tasks.protocol import Protocol

Row = dict[str, Any]  # of one agent


def of_grid(folds: Sequence[NDArray[np.int8]], attempts: int) -> dict[str, Row]:
    """Give the exact ends of a grid: valid actions at random, and any that solves the task.

    Each fold has what all actions come to, tasks x actions: 1 solved, -1 missed, 0 invalid.
    """
    floor, ceiling = [], []
    ks = np.arange(1, attempts + 1)
    for status in folds:
        solving, valid = (status == 1).sum(axis=1), (status != 0).sum(axis=1)
        p = (solving / np.maximum(valid, 1))[:, None]
        floor.append(1 - (1 - p) ** ks)
        ceiling.append(np.where(p > 0, 1.0, 0.0) * np.ones(attempts))
    return {FLOOR: _expected(floor), CEILING: _expected(ceiling)}


def of_free(
    folds: Sequence[NDArray[np.int8]], solutions: Sequence[NDArray[np.bool_]], attempts: int
) -> dict[str, Row]:
    """Give the ends of free coordinates: valid actions at random, and the stored solution.

    Each fold has what random valid actions come to, tasks x actions, and whether solutions work.
    The floor is that of an agent that plays some of these actions, none of them twice. It has no
    bias; 1 - (1 - share) ** k has.
    """
    floor = []
    before = np.arange(attempts)
    for status in folds:
        missed, tried = (status != 1).sum(axis=1)[:, None], status.shape[1]
        floor.append(1 - np.cumprod(np.maximum(missed - before, 0) / (tried - before), axis=1))
    ceiling = [known[:, None] * np.ones(attempts) for known in solutions]
    return {FLOOR: _expected(floor), CEILING: _expected(ceiling)}


def _expected(solved_by: Sequence[NDArray[np.float64]]) -> Row:
    """Sum up how likely tasks are solved by each attempt; tasks x attempts of every fold."""
    most = solved_by[0].shape[1]
    marks = [k for k in MARKS if k <= most]
    return {
        "auccess": [_rounded(expected_credit(each)) for each in solved_by],
        "success_at": {str(k): [_rounded(each[:, k - 1]) for each in solved_by] for k in marks},
    }


def _rounded(values: NDArray[np.float64]) -> float:
    return round(float(values.mean()), 6)


def played(found: Score) -> Row:
    """Give what a run of one fold came to."""
    return {
        "auccess": [round(found.auccess.value, 6)],
        "success_at": {str(k): [round(e.value, 6)] for k, e in found.success.items()},
    }


def write(rules: Protocol, form: str, agents: dict[str, Row], command: str) -> None:
    """Write the file of a protocol and a way to write actions; the command finds it again."""
    name = f"{rules.name}-{form}"
    data = {
        "protocol": name,
        "version": rules.version,
        "part": "test",
        "command": command,
        "agents": agents,
    }
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps(data, indent=1) + "\n")
    print(path.name)
