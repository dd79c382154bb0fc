"""Random shots on random tasks of every template end in an outcome.

A round is a game on each template; TOPPLE_FUZZ=134 plays ten thousand games, and `-s` tells what
came of them.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np
from making import TIMES

from topple.tasks.outcome import Outcome
from topple.worlds.birds import Shot, simulate
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import _task
from topple.worlds.birds.to_native import native_level
from topple.worlds.birds.world import all_templates

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))
from resident import resident_mb

INDICES = 10_000
STRIDE = 5
# Rounds until the allocator has what it needs, and what it may still add after them.
WARM_UP = 20
ALLOWED_MB = 8.0


def shot(rng: np.random.Generator) -> Shot:
    """Draw a shot: mostly forwards, some of any kind at all."""
    if rng.random() < 0.1:
        x, y = rng.uniform(-1, 1, 2) * 10.0 ** rng.integers(-6, 7)
    else:
        x, y = rng.uniform(-1.2, 0.0), rng.uniform(-1.2, 0.6)
    tap = None if rng.random() < 0.2 else float(rng.exponential(1.5))
    delay = 0.0 if rng.random() < 0.5 else float(rng.exponential(2.0))
    return Shot(float(x), float(y), tap, delay)


def round_of_games(rng: np.random.Generator) -> Counter[Outcome]:
    """Play a random task of every template with up to a shot too many; count outcomes."""
    tasks = [t.task(int(rng.integers(INDICES))) for t in all_templates().values()]
    shots = [[shot(rng) for _ in range(rng.integers(1, 2 + len(t.level.birds)))] for t in tasks]
    levels = [each.level for each in tasks]
    plays = simulate(levels, shots, rules=tasks[0].rules, stride=STRIDE)
    for task, play in zip(tasks, plays, strict=True):
        check(task, play.error, play.steps, play.tracks())
    # Tasks and levels are kept on purpose; without them, what grows is a leak.
    _task.cache_clear()
    native_level.cache_clear()
    return Counter(play.outcome for play in plays)


def check(task: BirdsTask, error: str, steps: int, tracks: np.ndarray) -> None:
    assert not error, task
    assert 0 < steps <= task.rules.most_steps, task
    assert np.isfinite(tracks).all(), task


def test_random_shots_end_in_an_outcome_and_leave_no_memory_behind() -> None:
    rng = np.random.default_rng(17)
    counts: Counter[Outcome] = Counter()
    before = resident_mb()
    for number in range(TIMES):
        counts += round_of_games(rng)
        if number == WARM_UP:
            before = resident_mb()
    after = resident_mb()
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    print(f"{counts.total()} games: {outcomes}; {before:.1f} MB before, {after:.1f} MB after")
    assert set(counts) <= {Outcome.SOLVED, Outcome.MISSED, Outcome.UNSETTLED}
    if TIMES > WARM_UP:
        assert after - before <= ALLOWED_MB
