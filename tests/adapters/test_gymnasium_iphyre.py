"""I-PHYRE as an environment, in the three modes of the original."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import topple.adapters.gymnasium
from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.outcome import Outcome
from topple.worlds.iphyre.action_space import action_of
from topple.worlds.iphyre.environment import MODES, rules
from topple.worlds.iphyre.world import WORLD

NAME = "topple/Iphyre-v0"
SUPPORT = "iphyre/support@1:000"


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_is_an_environment(mode: str) -> None:
    env = gymnasium.make(NAME, tasks=SUPPORT, mode=mode, render_mode="rgb_array")
    check_env(env.unwrapped)
    env.close()


def removed(info: dict[str, Any]) -> list[tuple[int, float]]:
    """Return the blocks that an info says were removed, and when."""
    times = info["removed"].tolist()
    return [(block, seconds) for block, seconds in enumerate(times) if seconds >= 0]


def test_on_the_fly_removes_a_block_every_tenth_of_a_second() -> None:
    env = gymnasium.make(NAME, tasks=SUPPORT)
    seen, info = env.reset(seed=0)
    assert (seen.shape, info["task"]) == ((122,), SUPPORT)
    total, over = 0.0, False
    actions = [0, 1, 1, 2]
    while not over:
        _, reward, terminated, truncated, info = env.step(actions.pop(0) if actions else 0)
        total, over = total + float(reward), terminated or truncated
    assert info["outcome"] == "solved"
    assert removed(info) == [(0, 0.1), (1, 0.3)]
    (played,) = WORLD.play([WORLD.task(SUPPORT)], [action_of(removed(info))])
    assert played.outcome is Outcome.SOLVED
    assert total == pytest.approx(1000 - 20 - played.steps / 60)


def test_waiting_is_truncated_after_fifteen_seconds() -> None:
    env = gymnasium.make(NAME, tasks="iphyre/support:1")
    env.reset(seed=0)
    steps = [env.step(0) for _ in range(150)]
    assert not any(step[2] or step[3] for step in steps[:-1])
    assert steps[-1][2:4] == (False, True)
    assert sum(float(step[1]) for step in steps) == pytest.approx(-15)


def test_in_advance_a_step_is_the_whole_game() -> None:
    env = gymnasium.make(NAME, tasks=SUPPORT, mode="in_advance")
    seen, _ = env.reset(seed=0)
    assert seen.shape == (120,)
    times = np.array([1.0, 2.0, 1.0, 1.0, 1.0, 0.0], np.float32) / 15
    *_, terminated, truncated, info = env.step(times)
    assert (terminated, truncated) == (True, False)
    assert removed(info) == [(0, 1.0), (1, 2.0)]


def test_two_blocks_due_at_once_lose_the_second_as_in_the_original() -> None:
    env = gymnasium.make(NAME, tasks=SUPPORT, mode="in_advance")
    env.reset(seed=0)
    *_, info = env.step(np.full(6, 0.2, np.float32))
    assert removed(info) == [(0, 3.0)]
    env.reset(seed=0)
    *_, info = env.step(np.zeros(6, np.float32))
    assert removed(info) == []


def test_combined_asks_again_after_every_removal() -> None:
    env = gymnasium.make(NAME, tasks=SUPPORT, mode="combined")
    env.reset(seed=0)
    *_, terminated, truncated, info = env.step(np.array([0.2, 0.9, 0.1, 0, 0, 0], np.float32))
    assert (terminated, truncated, removed(info)) == (False, False, [(0, 3.0)])
    *_, terminated, truncated, info = env.step(np.array([0.3, 0.3, 0, 0, 0, 0], np.float32))
    # The first slot that is due is used up, so the second does not act either.
    assert (terminated, truncated, removed(info)) == (False, True, [(0, 3.0)])


def test_float32_times_reach_every_tenth_of_a_second() -> None:
    env = gymnasium.make(NAME, tasks=SUPPORT, mode="in_advance")
    for tenth in (1, 7, 33, 149):
        env.reset(seed=0)
        *_, info = env.step(np.array([tenth / 150, 0, 0, 0, 0, 0], np.float32))
        assert removed(info) == [(0, tenth / 10)]


def test_a_vector_of_environments_plays_as_single_ones_do() -> None:
    several = gymnasium.make_vec(NAME, 3, vectorization_mode="vector_entry_point", tasks="basic")
    several.reset(seed=5)
    actions = np.array([0, 1, 2])
    states = [several.step(actions)[0] for _ in range(5)][-1]
    for number in range(3):
        env = gymnasium.make(NAME, tasks="basic")
        env.reset(seed=5 + number)
        alone = [env.step(int(actions[number]))[0] for _ in range(5)][-1]
        assert (states[number] == alone).all()


def test_bad_arguments_and_actions_are_named() -> None:
    with pytest.raises(UnknownName, match="mode"):
        rules(mode="later")
    with pytest.raises(UnknownName, match="template"):
        rules(tasks="iphyre/nowhere")
    with pytest.raises(BadInput, match="no tasks"):
        rules(tasks=[])
    with pytest.raises(BadInput, match="reward_scale"):
        rules(reward_scale=0.0)
    fly, plan = rules(tasks=SUPPORT), rules(tasks=SUPPORT, mode="combined")
    for wrong in (7, -1, 0.5, np.nan, "a"):
        with pytest.raises(BadAction):
            fly.read(wrong, 1)
    for row in (np.full(6, np.nan), np.full(6, 1.1), np.zeros(5)):
        with pytest.raises(BadAction):
            plan.read(row, 1)


def test_stable_baselines_learns_in_the_modes_that_fit() -> None:
    stable_baselines3 = pytest.importorskip("stable_baselines3")
    from topple.adapters.stable_baselines import TaskVecEnv

    for algorithm, mode, settings in (
        ("PPO", "on_the_fly", {"n_steps": 8, "batch_size": 16, "n_epochs": 1}),
        ("A2C", "combined", {"n_steps": 4}),
        ("DQN", "on_the_fly", {"learning_starts": 8, "train_freq": 8}),
    ):
        envs = TaskVecEnv("iphyre", 2, tasks=[SUPPORT], mode=mode)
        model = getattr(stable_baselines3, algorithm)("MlpPolicy", envs, seed=0, **settings)
        before = [each.clone() for each in model.policy.parameters()]
        model.learn(32)
        after = list(model.policy.parameters())
        assert any((one != other).any() for one, other in zip(before, after, strict=True))


assert topple.adapters.gymnasium  # registers the environments
