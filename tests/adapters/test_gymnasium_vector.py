"""The vector environment is many single ones, played at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput
from topple.worlds import phyre

gym = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from topple.adapters.gymnasium import PhyreVectorEnv, environment_id  # noqa: E402

ID = environment_id("phyre")

pytestmark = pytest.mark.filterwarnings("error")

TASKS = ["00002:011", "00003:017", "00008:001"]
MISS = [0.9, 0.9, 0.0]
SOLVE = [0.25, 0.59, 0.43]  # phyre/off_the_ledge:011
INVALID = [0.0, 0.0, 1.0]


def vector(count: int, **options: Any) -> Any:
    return gym.make_vec(
        ID,
        num_envs=count,
        vectorization_mode="vector_entry_point",
        **{"tasks": TASKS} | options,
    )


def in_steps(env: Any, actions: NDArray[np.float64], seed: Any) -> list[Any]:
    """Play rounds x environments x numbers and keep all that comes back."""
    return [env.reset(seed=seed), *(env.step(action) for action in actions)]


@pytest.mark.parametrize("observation", ["image", "both"])
@pytest.mark.parametrize("seed", [7, [3, 1, 4, 1, 5]])
def test_the_vector_environment_equals_single_ones(observation: str, seed: Any) -> None:
    options: dict[str, Any] = {"observation": observation, "attempts": 3}
    actions = np.random.default_rng(0).uniform(size=(25, 5, 3))
    actions[::4] = SOLVE
    native = vector(5, **options)
    single = gym.make_vec(ID, 5, "sync", tasks=TASKS, **options)
    assert native.observation_space == single.observation_space
    assert native.action_space == single.action_space
    assert native.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    ours, theirs = in_steps(native, actions, seed), in_steps(single, actions, seed)
    assert data_equivalence(ours, theirs, exact=True)
    assert sum(round_[1].sum() for round_ in ours[1:]) > 0
    assert sum(round_[2].sum() for round_ in ours[1:]) > 5


def test_the_vector_environment_starts_over_one_step_after_an_end() -> None:
    env = vector(2, tasks=["00002:011"])
    env.reset(seed=0)
    _, rewards, terminated, _, _ = env.step(np.array([SOLVE, MISS]))
    assert rewards.tolist() == [1.0, 0.0]
    assert terminated.tolist() == [True, False]
    _, rewards, terminated, truncated, infos = env.step(np.array([SOLVE, SOLVE]))
    assert rewards.tolist() == [0.0, 1.0]
    assert terminated.tolist() == [False, True]
    assert not truncated.any()
    assert infos["attempt"].tolist() == [0, 2]
    assert infos["_outcome"].tolist() == [False, True]


def test_one_step_of_the_vector_environment_is_one_native_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []
    whole = phyre.simulate

    def counted(tasks: Any, actions: Any, **options: Any) -> Any:
        calls.append(len(actions))
        return whole(tasks, actions, **options)

    monkeypatch.setattr(phyre, "simulate", counted)
    env = vector(6, attempts=1)
    env.reset(seed=0)
    env.step(np.array([MISS] * 3 + [INVALID] * 3))
    env.step(np.array([MISS] * 6))
    assert calls == [6, 3]


def test_threads_do_not_change_results() -> None:
    actions = np.random.default_rng(1).uniform(size=(5, 8, 3))
    runs = [in_steps(vector(8, threads=threads), actions, 0) for threads in (1, 2, 7)]
    assert all(data_equivalence(run, runs[0], exact=True) for run in runs)


def test_the_vector_environment_takes_a_task_for_all_and_draws_all() -> None:
    env = vector(3, render_mode="rgb_array")
    _, infos = env.reset(options={"task": "00003:017"})
    assert set(infos["task"]) == {"phyre/tip_the_rod@1:017"}
    assert [picture.shape for picture in env.render()] == [(256, 256, 3)] * 3


def test_vector_observations_are_new_each_step() -> None:
    env = vector(2)
    first, _ = env.reset(seed=0)
    kept = first.copy()
    second = env.step(np.array([INVALID, INVALID]))[0]
    second[:] = 0
    assert np.array_equal(first, kept)
    assert np.array_equal(env.step(np.array([INVALID, INVALID]))[0], kept)


def test_the_vector_environment_refuses_wrong_numbers_of_things() -> None:
    with pytest.raises(BadInput, match="0 environments"):
        PhyreVectorEnv(0)
    env = vector(3)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(np.array([MISS] * 3))
    with pytest.raises(BadInput, match="2 seeds for 3"):
        env.reset(seed=[1, 2])
    env.reset()
    with pytest.raises(BadAction, match="2 actions for 3"):
        env.step(np.array([MISS] * 2))
