"""The games behind DeepPHY's results on birds are those that runs record."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tools.docs.pages import _deepphy_games as games
from tools.docs.pages._deepphy_games import RULES, SETUP, UNION, names
from topple.runs.load import load
from topple.vlm.direct import play_directly
from topple.vlm.plan import ModelPlan
from topple.worlds.birds.world import task


def test_games_end_as_in_a_run_with_the_same_seed(tmp_path: Path) -> None:
    seed = 3  # solves some of these tasks
    plan = ModelPlan(RULES, SETUP, "topple/mock", RULES.folds, seed=seed, limit=15)
    play_directly(plan, tmp_path)
    run = load(tmp_path).results
    won = dict(zip(run.task.tolist(), (run.solved_at > 0).tolist(), strict=True))
    found = {name: games.game(task(name), "mock", seed) for name in won}
    assert {name: turn > 0 for name, turn in found.items()} == won
    assert 0 < sum(won.values()) < len(won)


def test_a_union_of_games_is_counted_without_replacement() -> None:
    solved = np.zeros((len(names()), UNION + 1), np.int64)
    solved[:, 0] = 1
    found = games.union(solved)
    assert found is not None
    # One of six games solves; five of them leave it out once in six.
    assert found.value == pytest.approx(5 / 6)
    assert games.union(solved[:, : UNION - 1]) is None


def test_turns_are_counted_over_solved_games_alone() -> None:
    solved = np.zeros((len(names()), 2), np.int64)
    solved[0], solved[1, 0] = (1, 3), 2
    assert games.mean_turn(solved).value == pytest.approx(2.0)
    assert [games.solved_by(solved, k).value for k in (1, 2, 3)] == pytest.approx(
        [k / 2 / len(names()) for k in (1, 2, 3)]
    )
