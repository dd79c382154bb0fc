"""The vector environment of birds is many single ones, played at once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from small_birds import ALL, FLAT, MISS, ONE, TWO

from topple._native import birds as core
from topple.errors import BadAction
from topple.worlds.birds import game, screenshot

gym = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import topple.adapters.gymnasium  # noqa: E402, F401
from topple.adapters.gymnasium import environment_id  # noqa: E402

ID = environment_id("birds")

pytestmark = pytest.mark.filterwarnings("error")


def vector(count: int, **options: Any) -> Any:
    return gym.make_vec(
        ID, num_envs=count, vectorization_mode="vector_entry_point", **{"tasks": ALL} | options
    )


def in_steps(env: Any, actions: Any, seed: Any) -> list[Any]:
    """Play rounds x environments and keep all that comes back."""
    return [env.reset(seed=seed), *(env.step(action) for action in actions)]


@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("seed", [7, [3, 1, 4, 1]])
def test_the_vector_environment_of_birds_equals_single_ones(settled: bool, seed: Any) -> None:
    rng = np.random.default_rng(0)
    actions = np.where(rng.random((12, 4)) < 0.5, FLAT, rng.integers(180, size=(12, 4)))
    native = vector(4, settled=settled)
    single = gym.make_vec(ID, 4, "sync", tasks=ALL, settled=settled)
    assert native.observation_space == single.observation_space
    assert native.action_space == single.action_space
    assert native.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    ours, theirs = in_steps(native, actions, seed), in_steps(single, actions, seed)
    assert data_equivalence(ours, theirs, exact=True)
    assert sum(round_[1].sum() for round_ in ours[1:]) > 2
    assert sum(round_[2].sum() for round_ in ours[1:]) > 5


def test_numbers_as_actions_play_the_same_at_once_and_one_by_one() -> None:
    options: dict[str, Any] = {"action": "release", "observation": "rgb", "width": 160}
    actions = np.random.default_rng(1).uniform(-1, 1, (4, 3, 4)).astype(np.float32)
    single = gym.make_vec(ID, 3, "sync", tasks=ALL, **options)
    ours = in_steps(vector(3, **options), actions, 5)
    assert data_equivalence(ours, in_steps(single, actions, 5), exact=True)


def test_a_step_of_many_birds_environments_is_one_native_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []

    def counted(games: Any, rows: Any, *options: Any) -> Any:
        calls.append((len(games), sum(row is not None for row in rows)))
        return core.play_on(games, rows, *options)

    monkeypatch.setattr(game, "core", SimpleNamespace(Game=core.Game, play_on=counted))
    env = vector(3, tasks=[TWO])
    env.reset(seed=0)
    env.step([MISS, MISS, FLAT])
    assert calls == [(3, 0), (3, 3)]


def test_threads_do_not_change_games() -> None:
    actions = np.random.default_rng(1).integers(180, size=(3, 5))
    runs = [in_steps(vector(5, threads=threads), actions, 0) for threads in (1, 2, 7)]
    assert all(data_equivalence(run, runs[0], exact=True) for run in runs)


def test_birds_start_over_one_step_after_an_end() -> None:
    env = vector(2, tasks=[ONE])
    env.reset(seed=0)
    _, rewards, terminated, _, _ = env.step([FLAT, MISS])
    assert rewards.tolist() == [1.0, 0.0]
    assert terminated.tolist() == [True, True]
    _, rewards, terminated, truncated, infos = env.step([FLAT, FLAT])
    assert not rewards.any()
    assert not (terminated | truncated).any()
    assert infos["shots"].tolist() == [0, 0]
    assert env.step([FLAT, FLAT])[1].tolist() == [1.0, 1.0]


def test_pictures_and_games_of_all_are_at_hand() -> None:
    env = vector(2, render_mode="rgb_array")
    env.reset(seed=0)
    pictures = env.render()
    games = [each.game for each in env.unwrapped.episodes]
    assert all(map(np.array_equal, pictures, map(screenshot, games)))


def test_birds_refuse_wrong_numbers_of_actions() -> None:
    env = vector(3)
    env.reset()
    with pytest.raises(BadAction, match="2 actions for 3"):
        env.step([MISS, MISS])
