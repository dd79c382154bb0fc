"""Stable-Baselines3 learns on birds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small_birds import FLAT, MISS, ONE, TWO

pytest.importorskip("stable_baselines3")
import gymnasium
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.env_checker import check_env

from topple.adapters.gymnasium import environment_id
from topple.adapters.stable_baselines import BirdsVecEnv

ID = environment_id("birds")


@pytest.mark.parametrize("observation", ["tensor", "rgb"])
@pytest.mark.parametrize("action", ["angle", "power", "release"])
def test_its_checker_accepts_the_environment(observation: str, action: str) -> None:
    size: dict[str, Any] = {"size": 160} if observation == "rgb" else {}
    env = gymnasium.make(ID, tasks=[ONE], observation=observation, action=action, **size)
    check_env(env.unwrapped)


def test_a_passed_task_starts_anew_within_the_step() -> None:
    envs = BirdsVecEnv(2, tasks=[TWO])
    envs.reset()
    envs.step(np.array([FLAT, MISS]))
    seen, rewards, ended, infos = envs.step(np.array([FLAT, MISS]))
    assert rewards.tolist() == [1.0, 0.0]
    assert ended.all()
    assert infos[0]["outcome"] == "solved"
    assert not infos[0]["TimeLimit.truncated"]
    assert (infos[0]["terminal_observation"] != np.asarray(seen)[0]).any()


@pytest.mark.parametrize("many", [False, True])
def test_it_learns_from_pictures_and_tensors(many: bool) -> None:
    options: dict[str, Any] = {"policy_kwargs": {"normalize_images": False}, "device": "cpu"}
    if many:
        ppo = PPO("CnnPolicy", BirdsVecEnv(2, tasks=[TWO]), n_steps=4, batch_size=4, **options)
        ppo.learn(total_timesteps=8)
        assert ppo.num_timesteps == 8
        return
    env = gymnasium.make(ID, tasks=[TWO], observation="rgb", size=160)
    dqn = DQN("CnnPolicy", env, buffer_size=16, learning_starts=2, device="cpu")
    dqn.learn(total_timesteps=8)
    assert dqn.num_timesteps == 8
