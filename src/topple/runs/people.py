"""Read a person's run: what came of tasks, and how long was thought about each."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from topple.metrics.phyq.people import Player
from topple.runs.find import attempts_at
from topple.runs.load import load


def load_player(folder: Path) -> Player:
    """Read one person's run folder; attempts beyond those that count are left out."""
    run = load(folder)
    most = run.settings.attempts
    tasks = run.results.task.tolist()
    return Player(run.counts, np.array([_think_s(folder, task, most) for task in tasks]))


def _think_s(folder: Path, task: str, most: int) -> float:
    """Add up the times of a task; one that was not measured leaves the sum unknown."""
    times = [attempt.think_ms for attempt in attempts_at(folder, task)[:most]]
    known = [time for time in times if time is not None]
    return sum(known) / 1000 if known and len(known) == len(times) else math.nan
