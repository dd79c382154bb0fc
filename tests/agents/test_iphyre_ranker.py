"""The I-PHYRE ranker: what it sees of a plan, what it learns from, and how failures move it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from topple.agents import Practice
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import world
from topple.worlds.iphyre.agents.ranker import agent as module
from topple.worlds.iphyre.agents.ranker.agent import IPhyreRanker
from topple.worlds.iphyre.agents.ranker.features import NUMBERS, SIGNS, features, times_of
from topple.worlds.iphyre.search import solving
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.variation import mirrored
from topple.worlds.iphyre.world import own_task

IPHYRE = world("iphyre")
FOLD = protocol("iphyre-cross").split(0)
HOLE = own_task(IPHYRE.task("iphyre/hole@1:010"))


def tiny(**changes: Any) -> IPhyreRanker:
    few: dict[str, Any] = {"updates": 4, "scenes": 2, "width": 4, "depth": 1, "tries": 40}
    return IPhyreRanker(**{**few, "near": 5, "ranked": 100, **changes})


@pytest.mark.parametrize("name", ["hole", "pendulum", "multi_ball_spring_flick"])
def test_mirrored_levels_have_mirrored_features(name: str) -> None:
    level = own_task(IPHYRE.task(f"iphyre/{name}@1:000")).level
    times = np.array([[np.nan, *range(len(level.eliminable) - 1)]])
    found = features(mirrored(level), times)
    np.testing.assert_allclose(found, features(level, times) * SIGNS, atol=1e-6)


def test_a_plan_shows_when_each_block_goes() -> None:
    level, blocks = HOLE.level, len(HOLE.level.eliminable)
    never = np.tile([0.0, -1.0], blocks)
    plan = never.copy()
    plan[[0, 1]] = 0.0, 3.5
    rows = features(level, times_of(np.array([never, plan]))).reshape(2, -1, NUMBERS)
    changed = np.flatnonzero((rows[0] != rows[1]).any(1))
    assert changed.tolist() == [level.eliminable[0]]
    gone, seconds = rows[1, changed[0], -5:-3]
    assert (gone, seconds) == (1.0, 0.5)
    assert rows[0, :, 0].sum() == len(level.blocks) + len(level.balls)


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts simulations by task id."""
    counted: Counter[str] = Counter()

    def count(task: IPhyreTask, plans: Any, threads: int | None = None) -> Any:
        counted[str(task)] += len(plans)
        return solving(task, plans, threads)

    monkeypatch.setattr(module, "solving", count)
    monkeypatch.setattr(type(IPHYRE), "play", None)
    monkeypatch.setattr(type(IPHYRE), "outcomes", None)
    return counted


def test_training_simulates_training_tasks_only_and_counts_them(
    simulated: Counter[str], tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    names = [*FOLD.learnt_from("test")[:2]]
    practice = Practice(IPHYRE, names, folder=tmp_path, threads=1)
    who = tiny()
    who.fit(practice)
    test = IPHYRE.task(FOLD.test[0])
    action = who.act(test, [])
    assert action is not None
    assert IPHYRE.refusal(test, action) == "", "it acts on a test task"
    assert set(simulated) == set(names)
    assert not set(simulated) & set(FOLD.test)
    assert practice.simulations == simulated.total() == 90


def test_it_learns_which_plans_solve() -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    names = [f"iphyre/support@1:{index:03d}" for index in range(10, 18)]
    who = tiny(updates=120, scenes=4, width=16, tries=60, learning_rate=0.01)
    who.fit(Practice(IPHYRE, names, threads=1))
    before, after = [], []
    for index in (30, 31, 32):
        task = own_task(IPHYRE.task(f"iphyre/support@1:{index:03d}"))
        actions, scores = who._ranking(task)
        solved = solving(task, [tuple(plan) for plan in actions.tolist()], threads=1)
        before.append(solved.mean())
        after.append(solved[np.argsort(-scores)[:10]].mean())
    assert np.mean(after) > np.mean(before) + 0.3


def test_it_moves_away_from_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = pytest.importorskip("topple.agents._ranking.rows")
    monkeypatch.setattr(
        rows, "scores", lambda network, rows: -np.arange(len(rows), dtype=np.float32) / 1000
    )
    who = tiny(penalty=5.0, reach=2.0)
    who._networks = [None]
    first = who.act(HOLE, [])
    assert first is not None
    then = who.act(HOLE, [Attempt(0, str(HOLE), 1, first, Outcome.MISSED)])
    assert np.abs(who.apart(np.array([then]), first)).max() > 1.0
